import { serveJobs } from "../../../platform/isolation/serve-jobs.ts";
import { type Calculation, evaluate } from "./evaluate.ts";
import { loadLibrary } from "./library.ts";

const library = loadLibrary();
// The first calculation initializes mathjs; later ones are fast.
evaluate(library, "2 km + 1.5 * sqrt(2) m");

serveJobs<string, Calculation>((expression) => evaluate(library, expression));
