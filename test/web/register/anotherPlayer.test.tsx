import { screen } from '@testing-library/react'
import { useNavigate } from 'react-router-dom'
import { expect, it } from 'vitest'
import RegisterScreen from '#web/register/RegisterScreen.tsx'
import { showScreen, standInServer } from '../fakeServer.tsx'
import { filledDetails, firstStep, head, mia, registered, registrationId, summary } from './family.ts'

const server = standInServer()
const begun = {
  'GET /rest-api/register/{registrationId}/open': head,
  'GET /rest-api/register/{registrationId}/first-step': firstStep,
  'GET /rest-api/register/{registrationId}/my-players': { players: [mia], drafts: [], registered: [], signed: [] },
}
const open = () =>
  showScreen(<RegisterScreen />, { path: '/register/:registrationId', at: `/register/${registrationId}` })
const firstName = () => screen.findByLabelText<HTMLInputElement>(/^First name/)

it('a typed name stays when “A new player” is selected', async () => {
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

it('a name typed before any selection is kept for a new player when a child is selected first', async () => {
  server.answers(begun)
  const { user } = open()
  await user.type(await firstName(), 'Nora')
  await user.click(screen.getByRole('radio', { name: 'Mia Moreno' }))
  expect((await firstName()).value).toBe('Mia')
  await user.click(screen.getByRole('radio', { name: 'A new player' }))
  expect((await firstName()).value).toBe('Nora')
})

it('answers of one child are not used for another, and are restored with that child, also after a reload', async () => {
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

const asked = { answerType: 'TEXT' as const, description: '', answers: [], optional: false }
/** The form also asks for the family's address. */
const withHome = {
  ...firstStep,
  questions: [
    ...firstStep.questions,
    { ...asked, id: 'phone', questionTitle: 'Phone', standardLabel: 'HOME_PHONE' as const },
    { ...asked, id: 'home', questionTitle: 'Street', standardLabel: 'ADDRESS' as const },
  ],
}
const home = { phone: ['312 555 0100'], home: ['12 River Road'], 'home:city': ['Chicago'], 'home:zip': ['60601'] }
const homeShown = () =>
  ['Phone', 'Street', 'City', 'Zip code'].map(
    (label) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`)).value,
  )

it('phone and address are prefilled for the next child, other answers are not', async () => {
  server.answers({
    ...begun,
    'GET /rest-api/register/{registrationId}/first-step': withHome,
    'GET /rest-api/register/{registrationId}/my-players': {
      players: [mia],
      drafts: [{ ...filledDetails, answers: { ...filledDetails.answers, ...home } }],
      registered: [],
      signed: [],
    },
    'GET /rest-api/register/{registrationId}/summary': summary,
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Add another player' }))
  expect((await firstName()).value).toBe('')
  expect(homeShown()).toEqual(['312 555 0100', '12 River Road', 'Chicago', '60601'])
  expect(screen.getByRole('radio', { name: 'No' })).toHaveProperty('checked', false)
})

it('phone and address are also prefilled when the first child is already registered', async () => {
  server.answers({
    ...begun,
    'GET /rest-api/register/{registrationId}/first-step': withHome,
    'GET /rest-api/register/{registrationId}/my-players': {
      ...{ players: [mia], drafts: [], signed: [], home },
      registered: [registered],
    },
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Register another player' }))
  expect((await firstName()).value).toBe('')
  expect(homeShown()).toEqual(['312 555 0100', '12 River Road', 'Chicago', '60601'])
})

it('a typed address is kept when another player is selected', async () => {
  server.answers({ ...begun, 'GET /rest-api/register/{registrationId}/first-step': withHome })
  const { user } = open()
  await user.click(await screen.findByRole('radio', { name: 'Mia Moreno' }))
  await user.type(screen.getByLabelText(/^Street/), '12 River Road')
  await user.type(screen.getByLabelText(/^City/), 'Chicago')
  await user.click(screen.getByRole('radio', { name: 'A new player' }))
  expect((await firstName()).value).toBe('')
  expect(homeShown()).toEqual(['', '12 River Road', 'Chicago', ''])
})

/** Goes back as the browser's button does. */
function Back() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Browser back
    </button>
  )
}

it('Back returns from the summary to the form that was filled in', async () => {
  let drafts: (typeof filledDetails)[] = []
  server.answers({
    ...begun,
    'GET /rest-api/register/{registrationId}/my-players': () => ({
      players: [mia],
      drafts,
      registered: [],
      signed: [],
    }),
    'POST /rest-api/register/{registrationId}/details': () => {
      drafts = [filledDetails]
      return { registrationPlayerId: filledDetails.registrationPlayerId }
    },
    'GET /rest-api/register/{registrationId}/summary': summary,
  })
  for (const name of Object.keys(localStorage)) if (name.includes('register.')) localStorage.removeItem(name)
  const { user } = showScreen(
    <>
      <RegisterScreen />
      <Back />
    </>,
    { path: '/register/:registrationId', at: `/register/${registrationId}` },
  )
  await user.click(await screen.findByRole('radio', { name: 'Mia Moreno' }))
  await user.click(screen.getByRole('radio', { name: 'No' }))
  await user.type(screen.getByLabelText(/^Your signature/), 'Rosa Moreno')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { level: 2, name: 'Summary and payment' })
  await user.click(screen.getByRole('button', { name: 'Browser back' }))
  expect((await firstName()).value).toBe('Mia')
  expect(screen.getByRole('radio', { name: 'No' })).toHaveProperty('checked', true)
})
