import { Writable } from "node:stream";

/**
 * Takes stdout for a protocol: what the returned stream is given goes there, and nothing else does. Whatever this
 * process prints from now on, a library's `console.log` included, goes to stderr.
 *
 * Call it before anything that might print is loaded. A program that writes to file descriptor 1 itself is out of reach.
 */
export function claimStdout(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  const own = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, encoding, done) => {
      write(chunk, encoding, done);
    },
  });
  // A reader that went away is told to whoever listens to `own`; it is no fault of this process.
  stdout.on("error", (error) => own.destroy(error));
  return own;
}
