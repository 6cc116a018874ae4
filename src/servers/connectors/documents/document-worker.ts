import { serveJobs } from "../../../platform/isolation/serve-jobs.ts";
import { checkConnector, readConnectorText } from "../check-connector.ts";
import type { DocumentJob } from "./document-workers.ts";

const run = async (job: DocumentJob): Promise<unknown> => {
  switch (job.task) {
    case "draft": {
      const { draftFromSource } = await import("../drafting/draft-from-source.ts");
      return draftFromSource(job.source, job.options, job.answers);
    }
    case "questions": {
      const { questionsAbout } = await import("../drafting/draft-from-source.ts");
      return questionsAbout(job.source);
    }
    case "list operations": {
      const { listOperations } = await import("../drafting/draft-from-source.ts");
      return listOperations(job.source, job.options);
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
