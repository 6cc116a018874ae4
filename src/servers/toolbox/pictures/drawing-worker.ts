import { serveJobs } from "../../../platform/isolation/serve-jobs.ts";
import { type Drawing, type DrawingRequest, drawPicture } from "./draw-picture.ts";

serveJobs<DrawingRequest, Drawing>(drawPicture);
