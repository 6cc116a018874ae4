import { serveJobs } from "../../../platform/isolation/serve-jobs.ts";
import { type Drawing, type DrawingOrder, drawPicture } from "./draw-picture.ts";

serveJobs<DrawingOrder, Drawing>(drawPicture);
