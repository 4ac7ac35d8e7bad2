import { Component, type ReactNode } from 'react'
import { FailedNotice } from './notice.tsx'

export interface AreaBoundaryProps {
  /** The sentence shown in place of the area. */
  readonly text: string
  readonly children: ReactNode
}

/** Error boundary of one area of a page: shows an error with a retry button there. The rest of the page stays usable. */
export class AreaBoundary extends Component<AreaBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <FailedNotice text={this.props.text} onRetry={() => this.setState({ failed: false })} />
  }
}
