import { describe, expect, it } from 'vitest'
import { accounts } from '#scripts/demo/accounts.ts'
import { demoPart } from '#scripts/demo/ids.ts'
import { youthPlayer } from '#scripts/demo/youthClub.ts'
import { looksRight } from './barriers.ts'
import { isShown, laptop, mailsTo, mailTo, signedIn } from './pages.ts'
import { origin } from './people.ts'

const [club] = youthPlayer('Noa Moreno').split('.')
const team = `${club}.${demoPart('t', 'U12 Falcons')}`

describe('a fee', () => {
  it('is charged on a laptop, told by mail, seen by the family on a phone, and put down as paid', async () => {
    const before = await mailsTo(accounts.parent.email)
    const admin = await signedIn('admin', { viewport: laptop })
    await admin.goto(`${origin}/${club}/${team}/payments`)
    await admin.getByRole('button', { name: 'Charge a fee' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Choose none' }).click()
    await dialog.getByRole('checkbox', { name: 'Noa Moreno' }).check()
    await dialog.getByLabel('What for').fill('Trip to the lake')
    await dialog.getByLabel('Amount for each player').fill('37.50')
    await dialog.getByRole('textbox', { name: 'Due on' }).fill('12/31/2030')
    await dialog.getByText('1 player, $37.50 in all').waitFor()
    await dialog.getByRole('button', { name: 'Charge a fee' }).click()
    await admin.getByText('1 player charged').waitFor()

    expect(await mailTo(accounts.parent.email, /Trip to the lake/, before)).toBe('Trip to the lake')
    const parent = await signedIn('parent')
    await parent.goto(`${origin}/payments?myPlayers=true`)
    const card = parent
      .getByRole('region', { name: 'To pay' })
      .getByRole('listitem')
      .filter({ hasText: 'Trip to the lake' })
    await card.getByText('$37.50').waitFor()

    await admin.getByRole('button', { name: 'Show Noa Moreno, Trip to the lake' }).click()
    await admin.getByRole('button', { name: 'Put down a payment' }).click()
    await admin.getByRole('button', { name: 'Put down' }).click()
    await admin.getByText('Payment put down').waitFor()
    await parent.reload()
    await isShown(
      parent.getByRole('region', { name: 'Done' }).getByRole('listitem').filter({ hasText: 'Trip to the lake' }),
    )
  })

  it('stands without a barrier, and without sideways scrolling', async () => {
    const page = await signedIn('parent')
    await page.goto(`${origin}/payments?myPlayers=true`)
    await page.getByRole('region', { name: 'To pay' }).waitFor()
    await looksRight(page, page.getByRole('region', { name: 'To pay' }))
  })
})
