// Loaded into the product under test from outside: on a signal two minutes have passed, as after a machine was asleep.
const now = Date.now.bind(Date);
let slept = 0;
Date.now = () => now() + slept;

process.on("SIGUSR2", () => {
  slept += 120_000;
});
