// apart: reloads lazy modules
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { fitSize } from '#web/kit/scaledJpeg.ts'
import type { Names, Profile } from '#web/account/useProfile.ts'
import { secondFactor } from '#web/session/ownAccount.ts'
import { address, standInServer } from '../fakeServer.tsx'
import { playersAndTeams, profile, today } from '../people.ts'
import { open } from '../shell-open.tsx'

const server = standInServer()
let saved: Profile

/** A mock server that saves the profile, with a version that increments. */
beforeEach(() => {
  saved = profile()
  let version = 0
  server.answers({
    'GET /rest-api/users/profile': () => saved,
    'PUT /rest-api/session/profile': ({ body }) => {
      const names = body as Names
      saved = { ...saved, ...names, fullName: `${names.firstName} ${names.lastName}` }
      return saved
    },
    'PUT /rest-api/session/avatar': () => {
      version += 1
      saved = { ...saved, avatarUrl: `/avatar/user-1?v=${version}` }
      return saved
    },
    'DELETE /rest-api/session/avatar': () => {
      saved = { ...saved, avatarUrl: null }
      return saved
    },
    'GET /api/v1/today': today(),
    'GET /api/v1/playersAndTeams': playersAndTeams(),
  })
  aBrowserThatDraws()
  vi.spyOn(secondFactor, 'isOn').mockResolvedValue(false)
})
afterEach(() => vi.restoreAllMocks())

const drawn: { width: number; height: number; as: unknown[] }[] = []
/** Mocks the image decoding that jsdom lacks: files that begin with "picture" are images of 4000 by 3000 pixels. */
function aBrowserThatDraws() {
  drawn.length = 0
  vi.stubGlobal('createImageBitmap', async (file: Blob) => {
    if (!(await file.text()).startsWith('picture')) throw new DOMException('no picture', 'InvalidStateError')
    return { width: 4000, height: 3000, close: () => undefined }
  })
  const drawing = { fillRect: () => undefined, drawImage: () => undefined }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(drawing as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(function (this: HTMLCanvasElement, ...as) {
    drawn.push({ width: this.width, height: this.height, as })
    return `data:image/jpeg;base64,${btoa(`jpeg ${drawn.length}`)}`
  })
}
const picture = (name = 'a.png') => new File(['picture'], name, { type: 'image/png' })
const fileInput = () => document.querySelector('input[type=file]') as HTMLInputElement
const images = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))
const atHome = () => open('/user/edit/user-1?hideNav=true')
const choose = (file: File) => fireEvent.change(fileInput(), { target: { files: [file] } })
/** Selects a picture and waits until it is saved. */
async function putUp() {
  await screen.findByRole('button', { name: 'Choose a picture' })
  choose(picture())
  await screen.findByText('Saved successfully')
}
const refusing = (code: Problem['code']) => () => {
  throw new Problem(code)
}

const openMenu = async (user: ReturnType<typeof open>['user']) =>
  user.click(await screen.findByRole('button', { name: /^Account of/ }))

describe('My Profile', () => {
  test('opens as a dialog from the account menu, closes on Escape, and restores address and title', async () => {
    const { user } = open('/today')
    await openMenu(user)
    await user.click(await screen.findByText('My Profile'))
    const dialog = await screen.findByRole('dialog', { name: 'My Profile' })
    await within(dialog).findByRole('textbox', { name: 'First name' })
    expect(dialog).toHaveClass('full')
    expect(address()).toBe('/user/edit/user-1')
    expect(screen.queryByText('Today', { selector: 'h1' })).not.toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([address(), document.title]).toEqual(['/today', 'Today · Touchline'])
    await user.click(screen.getByText('My Profile'))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('has a page of its own, with or without the navigation', async () => {
    const { unmount } = open('/user/edit/user-1')
    await screen.findByRole('heading', { level: 1, name: 'My Profile' })
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeNull()
    unmount()
    atHome()
    await screen.findByRole('heading', { level: 1, name: 'My Profile' })
    await screen.findByRole('textbox', { name: 'First name' })
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  test('of another user is forbidden', async () => {
    open('/user/edit/user-2')
    await screen.findByRole('heading', { level: 1, name: 'Forbidden' })
    expect(server.asked('PUT /rest-api/session/profile')).toEqual([])
  })

  test('shows a load error and can be retried', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    server.answers({ 'GET /rest-api/users/profile': refusing('not_found') })
    const { user } = atHome()
    await screen.findByText('Your profile could not be loaded.')
    server.answers({ 'GET /rest-api/users/profile': () => saved })
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('textbox', { name: 'New e-mail' })).toHaveValue('')
    expect(screen.getByText('ann@touchline.test')).toBeVisible()
  })
})

describe('the name', () => {
  const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })

  test('is saved, with a message, and updated in the account menu', async () => {
    const { user } = open('/user/edit/user-1')
    await user.clear(await field('Last name'))
    await user.type(await field('Last name'), '  van Eijma ')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Saved successfully')
    expect(server.asked('PUT /rest-api/session/profile')[0]?.body).toEqual({ firstName: 'Ann', lastName: 'van Eijma' })
    await screen.findByRole('button', { name: 'Account of Ann van Eijma' })
    expect(await field('Last name')).toHaveValue('van Eijma')
  })

  test('is validated before it is sent', async () => {
    const { user } = atHome()
    await user.clear(await field('First name'))
    fireEvent.change(await field('Last name'), { target: { value: 'x'.repeat(65) } })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByText('Required.')).toBeInTheDocument()
    expect(screen.getByText('Max Characters: 64')).toBeInTheDocument()
    expect(await field('First name')).toHaveAccessibleDescription('Required.')
    expect(await field('First name')).toHaveFocus()
    expect(server.asked('PUT /rest-api/session/profile')).toEqual([])
  })

  test('stays as typed when saving fails', async () => {
    server.answers({ 'PUT /rest-api/session/profile': refusing('conflict') })
    const { user } = atHome()
    await user.type(await field('First name'), 'a')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Someone changed this at the same time. Please try again.')
    expect(await field('First name')).toHaveValue('Anna')
  })

  test('is kept when Escape closes the dialog, before and during saving', async () => {
    const { user } = open('/today')
    await openMenu(user)
    const reopen = async () => {
      await user.click(await screen.findByText('My Profile'))
      await screen.findByRole('dialog', { name: 'My Profile' })
    }
    const slip = async () => {
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await reopen()
    await user.type(await field('First name'), 'a')
    await slip()
    await reopen()
    expect(await field('First name')).toHaveValue('Anna')
    const held = Promise.withResolvers<void>()
    server.answers({ 'PUT /rest-api/session/profile': () => held.promise.then(refusing('conflict')) })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await slip()
    // The form is closed, so the message is shown outside of it.
    held.resolve()
    await screen.findByText('Someone changed this at the same time. Please try again.')
    await reopen()
    expect(await field('First name')).toHaveValue('Anna')
  })

  test('typed while saving is not lost', async () => {
    const held = Promise.withResolvers<void>()
    server.answers({
      'PUT /rest-api/session/profile': async ({ body }) => {
        await held.promise
        saved = { ...saved, ...(body as Names) }
        return saved
      },
    })
    const { user } = atHome()
    await user.type(await field('First name'), 'a')
    await user.type(await field('Last name'), 's  ')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.type(await field('First name'), 'b')
    held.resolve()
    await screen.findByText('Saved successfully')
    expect(await field('First name')).toHaveValue('Annab')
    // No newer input here, so the server's value is shown.
    expect((await field('Last name')).value).toMatch(/s$/)
  })
})

describe('the picture', () => {
  test.each([
    [4000, 3000, 200, 150],
    [3000, 4000, 150, 200],
    [200, 200, 200, 200],
    [120, 80, 120, 80],
    [10_000, 1, 200, 1],
    [201, 200, 200, 199],
  ])('of %i by %i is resized to %i by %i', (width, height, w, h) =>
    expect(fitSize(width, height)).toEqual({ width: w, height: h }),
  )

  test('is resized, shown optimistically and updated in the account menu', async () => {
    open('/user/edit/user-1')
    expect((await screen.findAllByText('AJ')).length).toBeGreaterThan(0)
    await putUp()
    expect(drawn).toEqual([{ width: 200, height: 150, as: ['image/jpeg', 0.8] }])
    expect(server.asked('PUT /rest-api/session/avatar')[0]?.body).toEqual({ jpeg: btoa('jpeg 1') })
    expect(images()).toEqual(['/avatar/user-1?v=1', `data:image/jpeg;base64,${btoa('jpeg 1')}`])
  })

  test('can be dropped', async () => {
    atHome()
    const button = await screen.findByRole('button', { name: 'Choose a picture' })
    fireEvent.dragOver(button)
    expect(screen.getByText('Drop the picture here')).toBeInTheDocument()
    fireEvent.drop(button, { dataTransfer: { files: [picture()] } })
    await screen.findByText('Saved successfully')
  })

  test('that is invalid or too large is rejected with a message before upload, and another can be chosen', async () => {
    atHome()
    await screen.findByRole('button', { name: 'Choose a picture' })
    choose(new File(['%PDF'], 'a.jpg', { type: 'image/jpeg' }))
    await screen.findByText('We cannot show this file as a picture. Please choose a photo.')
    const large = Object.defineProperty(picture(), 'size', { value: 20 * 1024 * 1024 + 1 })
    choose(large)
    await screen.findByText('That file is larger than 20 MB. Please choose a smaller picture.')
    expect(server.asked('PUT /rest-api/session/avatar')).toEqual([])
    await putUp()
    expect(screen.queryByText(/Please choose/)).toBeNull()
  })

  test('whose upload failed is rolled back and can be retried', async () => {
    server.answers({ 'PUT /rest-api/session/avatar': refusing('busy') })
    const { user } = atHome()
    await screen.findByRole('button', { name: 'Choose a picture' })
    choose(picture())
    await screen.findByText('Could not be saved')
    const again = await screen.findByRole('button', { name: 'Try again' })
    await waitFor(() => expect(images()).toEqual([]))
    server.answers({
      'PUT /rest-api/session/avatar': () => ({ ...saved, avatarUrl: '/avatar/user-1?v=7' }),
    })
    await user.click(again)
    await screen.findByText('Saved successfully')
    expect(images()).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('can be removed, and restored by Undo', async () => {
    const { user } = atHome()
    await putUp()
    await user.click(screen.getByRole('button', { name: 'Remove picture' }))
    await screen.findByText('Your picture was removed.')
    expect(images()).toEqual([])
    expect(server.asked('DELETE /rest-api/session/avatar')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(images()).toHaveLength(1))
    const sent = server.asked('PUT /rest-api/session/avatar').map(({ body }) => body)
    expect(sent).toEqual([{ jpeg: btoa('jpeg 1') }, { jpeg: btoa('jpeg 1') }])
    expect(screen.queryByText('Your picture was removed.')).toBeNull()
  })

  test('can be removed and restored by keyboard, with the focus moving to the next control', async () => {
    const { user } = atHome()
    await putUp()
    screen.getByRole('button', { name: 'Remove picture' }).focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('button', { name: 'Undo' })).toHaveFocus()
    server.answers({ 'PUT /rest-api/session/avatar': refusing('busy') })
    await user.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getByRole('button', { name: 'Choose a picture' })).toHaveFocus()
  })

  test('that was removed without Undo moves the focus to the button to choose another', async () => {
    saved = { ...saved, avatarUrl: '/avatar/user-1?v=9' }
    const { user } = atHome()
    const remove = await screen.findByRole('button', { name: 'Remove picture' })
    remove.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(remove.isConnected).toBe(false))
    expect(screen.getByRole('button', { name: 'Choose a picture' })).toHaveFocus()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('stays when removing it fails', async () => {
    const { user } = atHome()
    await putUp()
    server.answers({ 'DELETE /rest-api/session/avatar': refusing('busy') })
    await user.click(screen.getByRole('button', { name: 'Remove picture' }))
    await screen.findByText('Could not be saved')
    expect(screen.getByRole('button', { name: 'Remove picture' })).toHaveFocus()
    expect(images()).toEqual(['/avatar/user-1?v=1'])
  })

  test('that fails to load is replaced by initials', async () => {
    saved = { ...saved, avatarUrl: '/avatar/user-1?v=9' }
    atHome()
    await screen.findByRole('button', { name: 'Change picture' })
    const [image] = document.querySelectorAll('img')
    fireEvent.error(image as HTMLImageElement)
    expect(images()).toEqual([])
    expect(screen.getByText('AJ')).toBeInTheDocument()
  })
})
