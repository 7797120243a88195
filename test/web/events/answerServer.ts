import { Problem } from '#shared/problems.ts'
import { type InviteStatus, noteAfter } from '#shared/rules/invites.ts'
import type { AnswerOf } from '#web/api.ts'
import { type FakeRequest, NoResponse, type standInServer } from '../fakeServer.tsx'
import { card, today } from '../people.ts'

type Invite = AnswerOf<'GET /user/updateInviteStatus/{inviteFile}'>
/** What happens to the next requests: they succeed, fail, or succeed with the response lost. */
export type Line = 'up' | 'down' | 'replies lost' | ConstructorParameters<typeof Problem>[0]

/**
 * A mock server that keeps invitations by the product's rules (`functions/today/answerInvite.ts`), behind a connection that
 * can fail.
 */
export function answerServer(server: ReturnType<typeof standInServer>, ...storedInvites: Invite[]) {
  const invites = new Map(storedInvites.map((invite) => [invite.id, invite]))
  const state = {
    line: 'up' as Line,
    /** The requests that arrived, in order: invitation and query. */
    arrived: [] as { inviteId: string; query: Record<string, string> }[],
  }
  function change(id: string, status: InviteStatus, note: string | undefined, answerId: string): Invite {
    const storedInvite = invites.get(id)
    if (!storedInvite) throw new Problem('invite_removed')
    const newNote = noteAfter(status, note, { status: storedInvite.status.value, note: storedInvite.note }) ?? null
    const changedInvite = { ...storedInvite, status: { value: status }, note: newNote, answerId }
    invites.set(id, changedInvite)
    return changedInvite
  }
  function answer({ params, query }: FakeRequest): Invite {
    const { line } = state
    if (line === 'down') throw new NoResponse()
    if (line !== 'up' && line !== 'replies lost') throw new Problem(line)
    const id = (params['inviteFile'] ?? '').replace('.json', '')
    state.arrived.push({ inviteId: id, query })
    const { status, note, answerId = '', upon } = query
    const storedInvite = invites.get(id)
    if (!storedInvite) throw new Problem('invite_removed')
    const isSameAnswer = storedInvite.answerId === answerId
    if (!isSameAnswer && upon !== undefined && storedInvite.answerId !== upon) throw new Problem('answered_meanwhile')
    const answered = isSameAnswer ? storedInvite : change(id, status as InviteStatus, note, answerId)
    if (line === 'replies lost') throw new NoResponse()
    return answered
  }
  const ifReachable = <T>(value: () => T) => {
    if (state.line !== 'up') throw new NoResponse()
    return value()
  }
  server.answers({
    'GET /user/updateInviteStatus/{inviteFile}': answer,
    'GET /api/v1/today': () => ifReachable(() => today(...[...invites.values()].map((invite) => card(invite)))),
    'GET /api/v1/playerEvents': () =>
      ifReachable(() => ({ events: [...invites.values()].map((invite) => card(invite)) })),
  })
  return {
    state,
    of: (id: string) => invites.get(id),
    /** Another user answers, or the coach withdraws the invitation. */
    elsewhere: (id: string, status: InviteStatus, note?: string) => change(id, status, note, `other-${status}`),
    remove: (id: string) => void invites.delete(id),
  }
}
