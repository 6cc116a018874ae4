import { serveJobs } from "../../../platform/isolation/serve-jobs.ts";
import { checkConnector, readConnectorText } from "../check-connector.ts";
import type { DocumentJob } from "./document-workers.ts";

const run = async (job: DocumentJob): Promise<unknown> => {
  switch (job.task) {
    case "draft openapi": {
      const { draftFromOpenApi } = await import("../drafting/openapi/draft-from-openapi.ts");
      return draftFromOpenApi(job.text, job.url === undefined ? {} : { url: job.url });
    }
    case "draft samples": {
      const { draftFromXmlSamples } = await import("../drafting/samples/draft-from-xml-samples.ts");
      return draftFromXmlSamples(job.files, job.details);
    }
    case "apply proposals": {
      const { applyProposals } = await import("../drafting/proposals/propose-texts.ts");
      return applyProposals(job.draft, job.answers);
    }
    case "read connector":
      return readConnectorText(job.text);
    case "check connector":
      return checkConnector(JSON.parse(job.json));
  }
};

serveJobs<DocumentJob, string>(async (job) => JSON.stringify(await run(job)));
