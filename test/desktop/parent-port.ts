/** Loaded before the engine's entry in a plain child process: gives it the `process.parentPort` Electron would. */
import { EventEmitter } from 'node:events';

const port = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => {
    process.send?.(message);
  },
});
process.on('message', (data) => port.emit('message', { data, ports: [] }));
Object.defineProperty(process, 'parentPort', { value: port });
