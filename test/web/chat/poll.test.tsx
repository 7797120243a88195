import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { problems } from '#shared/sentences.ts'
import ChatScreen from '#web/chat/ChatScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { at, chat, type Message, MESSAGES, message, path } from './talk.ts'

const server = standInServer()
const VOTE = 'PUT /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/vote'

/** A poll with one vote of Carmen for Friday; `reply` lets the next response to a vote through, as a success or an error. */
async function aPoll(several: boolean) {
  let mine: number[] = []
  const asked = (): Message => {
    const userIdsOf = (i: number) => [...(i === 0 ? ['carmen'] : []), ...(mine.includes(i) ? ['user-1'] : [])]
    const options = ['Friday', 'Saturday', 'Sunday'].map((text, i) => ({ text, userIds: userIdsOf(i) }))
    return message(1, 'When?', { poll: { several, options } })
  }
  const replies: ((isTaken: boolean) => void)[] = []
  server.answers({
    ...chat([]),
    [MESSAGES]: () => ({ messages: [asked()], cursor: null }),
    [VOTE]: async ({ body }) => {
      const isTaken = await new Promise<boolean>((resolve) => void replies.push(resolve))
      if (!isTaken) throw new Problem('busy')
      mine = (body as { options: number[] }).options
      return asked()
    },
  })
  const { user } = showScreen(<ChatScreen />, { path, at })
  const poll = within(await screen.findByRole('group', { name: /^Poll/ }))
  return {
    tap: (name: string) => user.click(poll.getByRole('button', { name: new RegExp(`^${name}`) })),
    reply: async (isTaken = true) => {
      await waitFor(() => expect(replies).not.toEqual([]))
      await act(async () => replies.shift()?.(isTaken))
    },
    sent: () => server.asked(VOTE).map(({ body }) => (body as { options: number[] }).options),
    chosen: () => poll.queryAllByRole('button', { pressed: true }).map((each) => each.textContent?.slice(0, 6)),
    stands: () => mine,
  }
}

it('keeps each vote of several, however quickly they are made', async () => {
  const { tap, reply, sent, chosen, stands } = await aPoll(true)
  await tap('Friday')
  await tap('Saturday')
  await tap('Sunday')
  await tap('Friday')
  expect([sent(), chosen()]).toEqual([[[0]], ['Saturd', 'Sunday']])
  await reply()
  await reply()
  await waitFor(() => expect(stands()).toEqual([1, 2]))
  expect(sent()).toEqual([[0], [1, 2]])
  expect(chosen()).toEqual(['Saturd', 'Sunday'])
  // Before the result has been read again.
  await tap('Friday')
  await reply()
  await waitFor(() => expect(stands()).toEqual([1, 2, 0]))
})

it('keeps the last vote where only one is allowed', async () => {
  const { tap, reply, sent, stands } = await aPoll(false)
  await tap('Friday')
  await tap('Sunday')
  await reply()
  await reply()
  await waitFor(() => expect(stands()).toEqual([2]))
  expect(sent()).toEqual([[0], [2]])
})

it('rolls a vote back with an error when it fails', async () => {
  const { tap, reply, chosen } = await aPoll(true)
  await tap('Saturday')
  expect(chosen()).toEqual(['Saturd'])
  await reply(false)
  await waitFor(() => expect(chosen()).toEqual([]))
  expect(await screen.findByText(problems.busy[1])).toBeVisible()
})
