import { Component, type ReactNode } from "react";
import { Button } from "../components/button.tsx";
import { EmptyState } from "../components/empty-state.tsx";

interface Props {
  /** Somewhere else, it may work. */
  readonly where: string;
  readonly children: ReactNode;
}

interface State {
  readonly error: Error | undefined;
  readonly where: string;
}

/** A page that breaks does not take the navigation with it. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { error: undefined, where: this.props.where };

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ where }: Props, state: State): Partial<State> | null {
    return where === state.where ? null : { where, error: undefined };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <EmptyState title="This page broke" action={<Button onClick={() => location.reload()}>Load it anew</Button>}>
        <h1 className="unseen">This page broke</h1>
        {isMissingFile(error)
          ? "A part of the console could not be loaded. The server may have been updated or stopped since."
          : `It is a defect of the console: ${error.message.slice(0, 300)}`}
      </EmptyState>
    );
  }
}

const isMissingFile = ({ message }: Error): boolean => /dynamically imported module|module script/i.test(message);
