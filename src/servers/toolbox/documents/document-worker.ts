import { serveJobs } from "../../../platform/isolation/serve-jobs.ts";
import { type Reading, type ReadingJob, readDocument } from "./read-document.ts";

serveJobs<ReadingJob, Reading>(readDocument);
