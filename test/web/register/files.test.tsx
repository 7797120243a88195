import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import RegisterScreen from '#web/register/RegisterScreen.tsx'
import { show, standInServer } from '../answering.tsx'
import { firstStep, head, registrationId } from './family.ts'

const server = standInServer()
const card = {
  ...firstStep.questions[0]!,
  id: 'card',
  questionTitle: 'Vaccination card',
  answerType: 'FILE_ATTACHMENT' as const,
  optional: true,
}

it('a file on its way can be stopped, and nothing is sent off without it meanwhile', async () => {
  server.answers({
    'GET /rest-api/register/{registrationId}/open': head,
    'GET /rest-api/register/{registrationId}/first-step': { ...firstStep, questions: [card] },
    'GET /rest-api/register/{registrationId}/my-players': { players: [], drafts: [], registered: [], signed: [] },
  })
  const { user } = show(<RegisterScreen />, {
    path: '/register/:registrationId',
    at: `/register/${registrationId}`,
    width: 'phone',
  })
  const input = await screen.findByLabelText<HTMLInputElement>(/^Vaccination card/, { selector: 'input' })
  // jsdom's files cannot be sent; this one comes to its end after all, as if stopping it had come too late.
  const { promise: answer, resolve: end } = Promise.withResolvers<Response>()
  const fetched = vi.spyOn(globalThis, 'fetch').mockReturnValueOnce(answer)
  await user.upload(input, new File(['%PDF'], 'card.pdf', { type: 'application/pdf' }))
  const send = () => screen.getByRole('button', { name: 'Continue' })
  await waitFor(() => expect(send()).toHaveAccessibleDescription('A file is still being sent.'))
  await user.click(screen.getByRole('button', { name: 'Remove card.pdf' }))
  const [address, sending] = fetched.mock.calls[0] ?? []
  expect(address).toBe(`/rest-api/register/${registrationId}/file`)
  expect(sending?.signal?.aborted).toBe(true)
  end(Response.json({ fileId: 'f1' }))
  await waitFor(() => expect(send()).not.toHaveAccessibleDescription())
  expect(screen.queryByText('A file is there already.')).toBeNull()
})
