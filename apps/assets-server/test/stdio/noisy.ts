// Loaded before the program, to stand for a library that prints as it likes, and for faults that nobody catches.
const timer = setInterval(() => {
  // Once the program has taken stdout: before that, none of its libraries is loaded.
  if (!Object.hasOwn(process.stdout, "write")) return;
  console.log("planted noise");
  console.info("%o", { planted: "noise" });
  process.stdout.write("planted noise\n");
}, 1);
timer.unref();
process.on("SIGUSR2", () => {
  throw new Error("planted fault");
});
process.on("SIGWINCH", () => {
  void Promise.reject(new Error("planted rejection"));
});
