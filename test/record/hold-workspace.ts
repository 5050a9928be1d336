import { openRecord } from '../../electron/record/index.ts';

/** Holds a workspace open until it is killed. */
const [folder = ''] = process.argv.slice(2);
// Kept, and looked at below: a record that nobody refers to may be collected, and its lock with it.
const record = openRecord(folder);
console.log('open');
setInterval(() => record.path, 1000);
