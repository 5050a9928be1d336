import { openRecord } from '../../electron/record/index.ts';

/** Holds a workspace open until it is killed. */
const [folder = ''] = process.argv.slice(2);
openRecord(folder);
console.log('open');
setInterval(() => undefined, 1000);
