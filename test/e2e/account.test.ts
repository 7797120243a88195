import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { accessibilityViolations, expectAccessibleLayout, scrollsHorizontally } from './accessibility.ts'
import { deviceWith, laptop, signedIn } from './pages.ts'
import { get, origin, tokensOf } from './people.ts'

const who = 'fan'
type Profile = { id: string; avatarUrl: string | null; firstName: string; lastName: string }
const profile = async () => (await get('/rest-api/users/profile', { as: who })).body as Profile
const takeDown = () => get('/rest-api/session/avatar', { as: who, method: 'DELETE' })

/**
 * Draws a picture in the browser: the left half red, the right half blue, or, with `dot`, a green rectangle in the middle of a
 * transparent canvas.
 */
async function aPicture(
  page: Page,
  { width = 600, height = 300, type = 'image/jpeg', dot = false } = {},
): Promise<Buffer> {
  const url = await page.evaluate(
    ({ width, height, type, dot }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const drawing = canvas.getContext('2d')
      const fill = (colour: string, ...[x, y, w, h]: [number, number, number, number]) => {
        if (drawing) drawing.fillStyle = colour
        drawing?.fillRect(x, y, w, h)
      }
      if (dot) fill('#00ff00', width * 0.4, height * 0.4, width * 0.2, height * 0.2)
      else {
        fill('#ff0000', 0, 0, width / 2, height)
        fill('#0000ff', width / 2, 0, width / 2, height)
      }
      return canvas.toDataURL(type, 1)
    },
    { width, height, type, dot },
  )
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

/** Adds an Exif orientation to a JPEG. 6 means that it must be turned 90° clockwise. */
function heldAs(orientation: number, jpeg: Buffer): Buffer {
  const tiff = Buffer.from('4d4d002a000000080001011200030000000100000000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  const content = Buffer.concat([Buffer.from('Exif\0\0'), tiff])
  const head = Buffer.from([0xff, 0xe1, 0, content.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}

/** Fetches the profile's current picture: its response, bytes, size, and the pixels at five places. */
async function pictureUp(page: Page) {
  const { avatarUrl } = await profile()
  const response = await fetch(`${origin}${avatarUrl}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  const seen = await page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob())
    const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height })
    const drawing = canvas.getContext('2d')
    drawing?.drawImage(bitmap, 0, 0)
    const at = (x: number, y: number) => [
      ...(drawing?.getImageData(Math.floor(x * bitmap.width), Math.floor(y * bitmap.height), 1, 1).data ?? []),
    ]
    return {
      size: [bitmap.width, bitmap.height],
      top: at(0.5, 0.1),
      bottom: at(0.5, 0.9),
      left: at(0.1, 0.5),
      right: at(0.9, 0.5),
      middle: at(0.5, 0.5),
    }
  }, avatarUrl ?? '')
  return { response, bytes, ...seen }
}
const colour = ([red = 0, green = 0, blue = 0]: number[]) =>
  red > 200 && green > 200 && blue > 200
    ? 'white'
    : red > 150
      ? 'red'
      : green > 150
        ? 'green'
        : blue > 150
          ? 'blue'
          : 'dark'

async function atProfile() {
  const page = await deviceWith(who, { viewport: laptop })
  await page.goto(`${origin}/user/edit/${(await profile()).id}`)
  await page.getByRole('button', { name: /(Choose a|Change) picture/ }).waitFor()
  return page
}
const choose = (page: Page, buffer: Buffer, name = 'photo.jpg', mimeType = 'image/jpeg') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
const saved = async (page: Page) => {
  await page.getByText('Saved successfully').waitFor()
  await page.getByRole('button', { name: 'Close' }).first().click()
}
const menu = (page: Page) => page.getByRole('button', { name: /^Account/ })

describe('profile picture', () => {
  it('is scaled down, turned upright, put on white and served as JPEG; direct PUT to its URL is rejected', async () => {
    const page = await atProfile()
    await choose(page, await aPicture(page))
    await saved(page)
    const { response, bytes, size, left, right } = await pictureUp(page)
    expect(size).toEqual([200, 100])
    expect([left, right].map(colour)).toEqual(['red', 'blue'])
    expect(bytes.length).toBeLessThan(20_000)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
    })
    const { avatarUrl } = await profile()
    expect((await get(avatarUrl ?? '', { method: 'PUT', body: 'x', as: who })).status).toBe(403)
    await menu(page).locator(`img[src="${avatarUrl}"]`).waitFor()

    // A picture with an Exif orientation is turned upright and stored without Exif data.
    const turned = heldAs(6, await aPicture(page))
    expect(turned.includes('Exif')).toBe(true)
    await choose(page, turned)
    await saved(page)
    const upright = await pictureUp(page)
    expect(upright.size).toEqual([100, 200])
    expect([upright.top, upright.bottom].map(colour)).toEqual(['red', 'blue'])
    expect(upright.bytes.includes('Exif')).toBe(false)

    // A transparent picture gets a white background.
    await choose(page, await aPicture(page, { type: 'image/png', dot: true }), 'logo.png', 'image/png')
    await saved(page)
    const seen = await pictureUp(page)
    expect([seen.top, seen.bottom, seen.left, seen.right, seen.middle].map(colour)).toEqual([
      'white',
      'white',
      'white',
      'white',
      'green',
    ])
  })

  it('accepts 20 MB; rejects a larger file or one that is no picture without an upload; other tabs update', async () => {
    const page = await atProfile()
    const before = await profile()
    const sent: string[] = []
    page.on('request', (request) => void (request.method() === 'PUT' && sent.push(request.url())))
    const limit = 20 * 1024 * 1024
    const small = await aPicture(page, { width: 90, height: 60 })
    // Padded files are written to disk, where the browser reads them itself.
    const folder = mkdtempSync(join(tmpdir(), 'touchline-picture-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const choosePadded = (size: number) => {
      const path = join(folder, `${size}.jpg`)
      writeFileSync(path, Buffer.concat([small, Buffer.alloc(size - small.length)]))
      return page.locator('input[type=file]').setInputFiles(path)
    }
    await choosePadded(limit + 1)
    await page.getByText('That file is larger than 20 MB. Please choose a smaller picture.').waitFor()
    await choose(page, Buffer.from('%PDF-1.7 not a picture'))
    await page.getByText('We cannot show this file as a picture. Please choose a photo.').waitFor()
    await choose(page, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'x.svg', 'image/svg+xml')
    await page.getByRole('button', { name: 'Change picture' }).waitFor()
    expect(sent).toEqual([])
    expect(await profile()).toEqual(before)
    await choosePadded(limit)
    await saved(page)
    expect((await pictureUp(page)).size).toEqual([90, 60])
    expect(await page.getByText(/Please choose/).count()).toBe(0)

    // The other tab shows the new picture when it gets the focus, and initials after the picture is removed.
    const other = await page.context().newPage()
    await other.goto(`${origin}/today`)
    const shown = async (address: string | null) => {
      await expect
        .poll(async () => {
          // SWR revalidates at most once in five seconds.
          await other.clock.runFor(5000)
          await other.evaluate(() => window.dispatchEvent(new Event('focus')))
          return menu(other)
            .locator('img')
            .evaluateAll((all) => all.map((image) => image.getAttribute('src')))
        })
        .toEqual(address === null ? [] : [address])
    }
    await choose(page, await aPicture(page))
    await saved(page)
    await shown((await profile()).avatarUrl)
    await page.getByRole('button', { name: 'Remove picture' }).click()
    await saved(page)
    await shown(null)
    await page.getByRole('button', { name: 'Undo' }).click()
    await saved(page)
    const { avatarUrl } = await profile()
    await shown(avatarUrl)
    expect((await pictureUp(page)).size).toEqual([200, 100])
    await takeDown()
    expect((await fetch(`${origin}${avatarUrl}`)).status).toBe(403)
  })
})

it('My Profile is usable by keyboard, a new name shows everywhere, and the account menu fits small screens', async () => {
  await takeDown()
  const page = await signedIn(who, { viewport: laptop })
  const { lastName } = await profile()
  await menu(page).focus()
  await page.keyboard.press('Enter')
  // The menu's content is rendered when it opens.
  await page.getByRole('link', { name: 'My Profile' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'My Profile' })
  const field = dialog.getByLabel('Last name')
  await field.focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('van Eijma')
  await page.keyboard.press('Enter')
  await page.getByText('Saved successfully').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => menu(page).evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await menu(page).textContent()).toContain('van Eijma')
  expect((await profile()).lastName).toBe('van Eijma')

  await menu(page).click()
  await page.getByRole('link', { name: 'My Profile' }).click()
  await dialog.getByRole('button', { name: 'Choose a picture' }).waitFor()
  const title = dialog.getByRole('heading').first()
  await expectAccessibleLayout(page, title)
  await dialog.getByLabel('First name').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await choose(page, Buffer.from('no picture'))
  await dialog.getByText('Required.').waitFor()
  await dialog.getByText(/Please choose a photo/).waitFor()
  await expectAccessibleLayout(page, title)
  await choose(page, await aPicture(page))
  await saved(page)
  await expectAccessibleLayout(page, title)
  await takeDown()
  await dialog.getByLabel('First name').fill((await profile()).firstName)
  await field.fill(lastName)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved successfully').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  await menu(page).click()
  const logout = page.getByRole('link', { name: 'Logout' })
  for (const [width, height] of [
    [320, 256],
    [568, 250],
  ] as const) {
    await page.setViewportSize({ width, height })
    await logout.scrollIntoViewIfNeeded()
    const box = await logout.boundingBox()
    expect(box && box.y >= 0 && box.y + box.height <= height).toBe(true)
    expect(await scrollsHorizontally(page)).toBe(false)
    expect(await accessibilityViolations(page)).toEqual([])
  }
  await logout.click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
})

describe('session expiration', () => {
  it('is taken from the access token', async () => {
    const { access } = await tokensOf(who)
    const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as Record<string, number>
    const { body } = await get('/rest-api/users/expiration-token', { as: who })
    expect(JSON.parse(Buffer.from(String(body?.['data']), 'base64url').toString())).toEqual({
      authTokenExpiration: (claims['exp'] ?? 0) * 1000,
      refreshTokenExpiration: ((claims['auth_time'] ?? 0) + 30 * 24 * 3600) * 1000,
    })
  })
})
