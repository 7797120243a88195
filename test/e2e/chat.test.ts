import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { allowConsoleErrors, signedIn, waitForScreen } from './pages.ts'
import { origin } from './people.ts'

// One of the two browsers is offline for a while.
allowConsoleErrors(/ERR_INTERNET_DISCONNECTED|Failed to fetch|WebSocket connection/)

/** Opens the conversation of the team that the coach and the parent share. */
async function inTeamChat(page: Page): Promise<Page> {
  await page.goto(`${origin}/chat`)
  await waitForScreen(page)
  const list = page.getByRole('region', { name: 'Conversations' })
  await list.getByRole('link', { name: /U12 Falcons/ }).click()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  return page
}

it('a chat message is delivered at once, and one written offline is delivered once after reconnecting', async () => {
  const [coach, parent] = await Promise.all([signedIn('coach').then(inTeamChat), signedIn('parent').then(inTeamChat)])
  const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
  const write = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
  }
  const said = `Bring both shirts ${Date.now()}`
  await write(coach, said)
  await log(parent).getByText(said).waitFor()

  await parent.context().setOffline(true)
  await write(parent, `${said}: we do`)
  await parent.getByRole('list', { name: 'Not sent yet' }).getByText(`${said}: we do`).waitFor()
  await parent.context().setOffline(false)
  await log(coach).getByText(`${said}: we do`).waitFor()
  expect(await log(coach).getByText(`${said}: we do`).count()).toBe(1)
})
