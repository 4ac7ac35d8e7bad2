import { limits } from './limits.ts'

/** Messages about the people of a deck, exact to the letter. They are not in messages.ts, which every page loads. */
export const peopleMessages = {
  alreadyOwner: 'This is the owner of the deck',
  alreadyCollaborator: 'This person is a collaborator of this deck already',
  full: `A deck has at most ${limits.collaboration.people} collaborators`,
  /** The active editor is online and has not handed over. */
  editorBusy: 'Somebody else is editing this deck',
  mayNotEdit: 'This person may not edit this deck',
  /** To a user whose role has changed. */
  youMayEdit: 'You can edit this deck now',
  youMayNotEdit: 'You can no longer edit this deck',
  youAreRemoved: 'You are no longer a collaborator on this deck',
} as const
