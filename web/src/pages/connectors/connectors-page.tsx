import { lazy, Suspense } from "react";
import { useRoute } from "../../app/use-route.ts";
import { Skeleton } from "../../components/skeleton.tsx";
import { ConnectorList } from "./connector-list.tsx";
import { ConnectorView } from "./connector-view.tsx";
import { NewConnector } from "./new/new-connector.tsx";
import "./connectors-page.css";

/** The line of stations brings its library along. */
const ToolView = lazy(() => import("./canvas/tool-view.tsx"));

/** `#/connectors`, `#/connectors?new=1`, `#/connectors/pets?tab=versions`, `#/connectors/pets/list_pets?station=http`. */
const ConnectorsPage = () => {
  const { parts, query } = useRoute();
  const [name, tool] = parts;
  if (name === undefined) return query["new"] ? <NewConnector /> : <ConnectorList />;
  if (tool === undefined) return <ConnectorView key={name} name={name} />;
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <ToolView key={`${name}/${tool}`} name={name} toolName={tool} />
    </Suspense>
  );
};

export default ConnectorsPage;
