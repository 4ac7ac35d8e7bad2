/** Messages about comments. Not in messages.ts, which every page loads. */
export const commentMessages = {
  gone: 'This comment was deleted',
  slideGone: 'The slide of this comment is gone',
  /** Where the draft of a reply to a deleted comment, or of its text, is now. */
  draftMoved: 'The comment was deleted. Your text is below, as a new comment.',
  replyGone: 'The comment that this replies to is gone',
  linkCopied: 'Link copied',
  linkNotCopied: 'Failed to copy the link',
  notResolved: 'Failed to resolve the comment',
  notReopened: 'Failed to reopen the comment',
} as const
