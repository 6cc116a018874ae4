import { describeDrafts } from "../../../fixtures/api-documents/corpus-suite.ts";
import documents from "../../../fixtures/api-documents/documents.json" with { type: "json" };

describeDrafts(documents.few);
