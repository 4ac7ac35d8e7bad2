/** Messages about comments. Not in messages.ts, which every page loads. */
export const commentMessages = {
  gone: 'This comment was deleted',
  slideGone: 'The slide of this comment is gone',
  replyGone: 'The comment that this replies to is gone',
  linkCopied: 'Link copied',
  linkNotCopied: 'Failed to copy the link',
  notResolved: 'Failed to resolve the comment',
  notReopened: 'Failed to reopen the comment',
} as const
