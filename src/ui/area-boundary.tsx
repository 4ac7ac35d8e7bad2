import { Component, type ReactNode } from 'react'
import { FailedNotice } from './notice.tsx'

export interface AreaBoundaryProps {
  /** The sentence shown in place of the area. */
  readonly text?: string
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
    return (
      <FailedNotice
        text={this.props.text ?? 'This part of the page could not be shown.'}
        onRetry={() => this.setState({ failed: false })}
      />
    )
  }
}

export interface OverlayBoundaryProps {
  /** Called once per failure, to show a toast and to close the overlay. */
  readonly onError: () => void
  /**
   * Resets the boundary when it changes to a value other than false or null: the overlay was opened again, or shows
   * something else.
   */
  readonly resetKey: unknown
  readonly children: ReactNode
}

/** Error boundary of an overlay (dialog, menu, toolbar): hides it after an error, since it has no place on the page. */
export class OverlayBoundary extends Component<OverlayBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(): void {
    this.props.onError()
  }

  override componentDidUpdate(before: OverlayBoundaryProps, { failed }: { readonly failed: boolean }): void {
    const { resetKey } = this.props
    // Ignores the update that failed, since its `resetKey` belongs to the content that caused the error.
    if (failed && resetKey && before.resetKey !== resetKey) this.setState({ failed: false })
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children
  }
}
