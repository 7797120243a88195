import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import RegisterScreen from '#web/register/RegisterScreen.tsx'
import { show, standInServer } from '../answering.tsx'
import { firstStep, head, mia, registrationId } from './family.ts'

const server = standInServer()
const begun = {
  'GET /rest-api/register/{registrationId}/open': head,
  'GET /rest-api/register/{registrationId}/first-step': firstStep,
  'GET /rest-api/register/{registrationId}/my-players': { players: [mia], drafts: [], registered: [], signed: [] },
}
const open = () => show(<RegisterScreen />, { path: '/register/:registrationId', at: `/register/${registrationId}` })
const firstName = () => screen.findByLabelText<HTMLInputElement>(/^First name/)

it('a name that was typed stays when it is for a new player', async () => {
  server.answers(begun)
  const { user } = open()
  await user.type(await firstName(), 'Nora')
  await user.click(screen.getByRole('radio', { name: 'A new player' }))
  expect((await firstName()).value).toBe('Nora')
  await user.click(screen.getByRole('radio', { name: 'Mia Moreno' }))
  expect((await firstName()).value).toBe('Mia')
  await user.click(screen.getByRole('radio', { name: 'A new player' }))
  expect((await firstName()).value).toBe('Nora')
})

it('a name that was typed before anybody was chosen stays for a new player, when a child was tapped first', async () => {
  server.answers(begun)
  const { user } = open()
  await user.type(await firstName(), 'Nora')
  await user.click(screen.getByRole('radio', { name: 'Mia Moreno' }))
  expect((await firstName()).value).toBe('Mia')
  await user.click(screen.getByRole('radio', { name: 'A new player' }))
  expect((await firstName()).value).toBe('Nora')
})

it('what was answered of one child is not said of another, and is found again with the first, the page closed between', async () => {
  server.answers(begun)
  const first = open()
  await first.user.click(await screen.findByRole('radio', { name: 'Mia Moreno' }))
  await first.user.click(screen.getByRole('radio', { name: 'Yes' }))
  await first.user.type(screen.getByLabelText(/^Which one/), 'Nuts')
  await first.user.click(screen.getByRole('radio', { name: 'A new player' }))
  expect(screen.getByRole('radio', { name: 'Yes' })).toHaveProperty('checked', false)
  await first.user.click(screen.getByRole('radio', { name: 'Yes' }))
  expect(screen.getByLabelText(/^Which one/)).toHaveProperty('value', '')
  first.unmount()
  sessionStorage.clear()
  const { user } = open()
  await user.click(await screen.findByRole('radio', { name: 'Mia Moreno' }))
  expect((await firstName()).value).toBe('Mia')
  expect(screen.getByRole('radio', { name: 'Yes' })).toHaveProperty('checked', true)
  expect(screen.getByLabelText(/^Which one/)).toHaveProperty('value', 'Nuts')
})
