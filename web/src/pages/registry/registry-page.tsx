import { useRoute } from "../../app/use-route.ts";
import { RegisterTool } from "./register/register-tool.tsx";
import { ToolList } from "./tool-list.tsx";
import { ToolView } from "./tool-view.tsx";
import "./registry-page.css";

/** `#/registry`, `#/registry?new=1`, `#/registry/packing?function=suggest`. */
const RegistryPage = () => {
  const { parts, query } = useRoute();
  const [name] = parts;
  if (name !== undefined) return <ToolView key={name} name={name} chosen={query["function"]} />;
  return query["new"] ? <RegisterTool /> : <ToolList />;
};

export default RegistryPage;
