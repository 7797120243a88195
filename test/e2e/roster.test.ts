import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { tabTo } from './keys.ts'
import { deviceWith, laptop } from './pages.ts'
import { get, origin, teamOf } from './people.ts'

const pressOn = async (page: Page, wanted: string | RegExp) => {
  await tabTo(page, wanted)
  await page.keyboard.press('Enter')
}
const post = (path: string, body: object) =>
  get(path, {
    as: 'admin',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('roster by keyboard alone', () => {
  it('imports a table of players, merges two duplicates, and finds the merged player', async () => {
    const { orgId } = await teamOf('admin')
    // A unique name for each run, of letters only.
    const name = `Quill${[...crypto.randomUUID()].flatMap((each) => ('abcdef'.includes(each) ? each : [])).join('')}`
    const page = await deviceWith('admin', { viewport: laptop })
    await page.goto(`${origin}/o/${orgId}/addPlayers`)
    const table = page.getByRole('textbox', { name: 'Paste a table' })
    await table.waitFor()
    await tabTo(page, 'Paste a table')
    const line = (first: string) => [first, name, '2014-05-31', `${name}@family.example`.toLowerCase()].join('\t')
    const head = ['First name', 'Last name', 'Date of birth', 'Guardian email'].join('\t')
    await page.keyboard.insertText([head, line('Zenobia'), line('Zenobbia')].join('\n'))
    await pressOn(page, 'Use this table')
    await page.getByRole('list', { name: 'Columns' }).waitFor()
    await pressOn(page, 'Check')
    // The result of the check is announced to screen readers.
    await page.getByRole('status').filter({ hasText: '2 new' }).waitFor()
    await pressOn(page, 'Import 2 players')
    await page.getByText('2 players imported.').waitFor()
    const importId = new URL(page.url()).searchParams.get('import') ?? ''

    await page.goto(`${origin}/o/${orgId}/duplicates`)
    // Players are read from an eventually consistent index, so a busy machine may need a reload.
    const pair = page.getByRole('listitem').filter({ hasText: name }).first()
    while (
      !(await pair.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      ))
    )
      await page.reload()
    await pressOn(page, new RegExp(`^Merge Zenobb?ia ${name}`))
    // Until the dialog has the focus, Tab would move on in the page beneath.
    await page.getByRole('dialog').locator(':focus').waitFor()
    await pressOn(page, 'Merge')
    await page.getByText('Merged.').first().waitFor()

    await page.goto(`${origin}/${orgId}/teams`)
    await page.getByRole('searchbox').waitFor()
    await tabTo(page, 'Find a tag, player or team')
    await page.keyboard.type(name.toUpperCase())
    await page.getByRole('status').filter({ hasText: '1 player' }).waitFor()
    await pressOn(page, new RegExp(`^Zenobb?ia ${name}`))
    await page.getByRole('dialog', { name: new RegExp(name) }).waitFor()

    const mergeOf = async () => {
      const { status, body } = await get(`/rest-api/duplicates/${orgId}`, { as: 'admin' })
      const merges = (body?.['merges'] ?? []) as { mergeId: string; kept: string }[]
      return { status, mergeId: merges.find(({ kept }) => kept.endsWith(name))?.mergeId }
    }
    await expect.poll(mergeOf).toEqual({ status: 200, mergeId: expect.any(String) })
    const back = await post(`/rest-api/duplicates/${orgId}/undo`, { mergeId: (await mergeOf()).mergeId })
    const undone = await post(`/rest-api/families/imports/${orgId}/${importId}/undo`, {})
    expect([back.status, undone.status]).toEqual([200, 200])
  })
})
