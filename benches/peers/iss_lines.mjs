// A driver of Interactive-Sudoku-Solver: `node iss_lines.mjs CHECKOUT < LINES` solves one constraint string a line, all in
// one process, and prints whether there is exactly one solution and what it took, in milliseconds of CPU.
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const runner = join(process.argv[2], 'tools/lib/puzzle_runner.js');
const { buildSolver } = await import(pathToFileURL(runner));

for await (const line of createInterface({ input: process.stdin })) {
  const before = process.cpuUsage();
  const { internal } = buildSolver(line);
  let count = 0;
  internal.run({ maxSolutions: 2 }, () => { count += 1; });
  const spent = process.cpuUsage(before);
  const answer = ['none', 'unique'][count] ?? 'several';
  console.log(`${answer} ${((spent.user + spent.system) / 1000).toFixed(3)}`);
}
