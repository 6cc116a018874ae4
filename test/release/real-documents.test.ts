import { describeDrafts } from "../fixtures/api-documents/corpus-suite.ts";
import documents from "../fixtures/api-documents/documents.json" with { type: "json" };

describeDrafts([...Object.values(documents.picked).flat(), ...documents.drawn]);
