import { chunk } from '../chunk.ts'

/** Rarely used parts of chat: loaded when opened, rendered inside a LazyPart. */
export const lazyParts = {
  AddPeople: chunk(() => import('./AddPeople.tsx').then(({ AddPeople }) => AddPeople)).Component,
  ChildAccount: chunk(() => import('./ChildAccount.tsx').then(({ ChildAccount }) => ChildAccount)).Component,
  NewConversation: chunk(() => import('./NewConversation.tsx').then(({ NewConversation }) => NewConversation))
    .Component,
  NewEvent: chunk(() => import('./NewEvent.tsx').then(({ NewEvent }) => NewEvent)).Component,
  NewPoll: chunk(() => import('./NewPoll.tsx').then(({ NewPoll }) => NewPoll)).Component,
  Notifications: chunk(() => import('./Notifications.tsx').then(({ Notifications }) => Notifications)).Component,
  Report: chunk(() => import('./Report.tsx').then(({ Report }) => Report)).Component,
  Safety: chunk(() => import('./Safety.tsx').then(({ Safety }) => Safety)).Component,
  SentEvent: chunk(() => import('./SentEvent.tsx').then(({ SentEvent }) => SentEvent)).Component,
  Search: chunk(() => import('./Search.tsx').then(({ Search }) => Search)).Component,
}
