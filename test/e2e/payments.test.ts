import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type AccountName, accounts } from '#scripts/demo/accounts.ts'
import { demoPart } from '#scripts/demo/ids.ts'
import { youthPlayer } from '#scripts/demo/youthClub.ts'
import { newPart } from '#web/api/newPart.ts'
import { deviceWith, isShown, laptop, mailsTo, mailTo, newPage } from './pages.ts'
import { table } from './offline.ts'
import { claimsOf, get, instantIn, origin } from './people.ts'
import { createUser } from './users.ts'

const [club] = youthPlayer('Noa Moreno').split('.')
const team = `${club}.${demoPart('t', 'U12 Falcons')}`

const post = (path: string, who: { as: AccountName } | { token: string }, body: object) =>
  get(path, { ...who, method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

describe('fee', () => {
  it('is charged on a laptop, announced by mail, shown to the family on a phone, and recorded as paid', async () => {
    const before = await mailsTo(accounts.parent.email)
    const admin = await deviceWith('admin', { viewport: laptop })
    await admin.goto(`${origin}/${club}/${team}/payments`)
    await admin.getByRole('button', { name: 'Charge a fee' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Choose none' }).click()
    await dialog.getByRole('checkbox', { name: 'Noa Moreno' }).check()
    await dialog.getByLabel('What for').fill('Trip to the lake')
    await dialog.getByLabel('Amount per player').fill('37.50')
    await dialog.getByRole('textbox', { name: 'Due on' }).fill('12/31/2030')
    await dialog.getByText('1 player, $37.50 in total').waitFor()
    await dialog.getByRole('button', { name: 'Charge a fee' }).click()
    await admin.getByText('1 player charged').waitFor()

    expect(await mailTo(accounts.parent.email, /Trip to the lake/, before)).toBe('Trip to the lake')
    const parent = await deviceWith('parent')
    await parent.goto(`${origin}/payments?myPlayers=true`)
    const card = parent
      .getByRole('region', { name: 'To pay' })
      .getByRole('listitem')
      .filter({ hasText: 'Trip to the lake' })
    await card.getByText('$37.50').waitFor()

    await admin.getByRole('button', { name: 'Show Noa Moreno, Trip to the lake' }).click()
    await admin.getByRole('button', { name: 'Record a payment' }).click()
    await admin.getByRole('button', { name: 'Record', exact: true }).click()
    await admin.getByText('Payment recorded').waitFor()
    await parent.reload()
    await isShown(
      parent.getByRole('region', { name: 'Done' }).getByRole('listitem').filter({ hasText: 'Trip to the lake' }),
    )
  })

  it('for each of three children is paid at once, without an account, and gives a PDF receipt', async () => {
    const playerIds = ['Mia Moreno', 'Leo Moreno', 'Noa Moreno'].map(youthPlayer)
    const fee = { name: 'Lake camp', description: '', amountInCents: 2000, dueOn: '2031-01-15', absorbFees: true }
    const feeId = `${club}.${newPart('d')}`
    const charged = await post('/rest-api/fee/create', { as: 'admin' }, { ...fee, feeId, playerIds })
    expect(charged.status).toBe(200)
    const link = await post('/rest-api/fee/payment-link', { as: 'parent' }, { orgId: club })
    const page = await newPage()
    await page.goto(`${origin}/pay/${String(link.body?.['payId'])}`)
    const owed = page.getByRole('list', { name: 'To pay' }).getByRole('checkbox')
    await owed.first().waitFor()
    for (const each of await owed.all())
      if (!(await each.evaluate((box) => box.closest('li')?.textContent?.includes('Lake camp')))) await each.uncheck()
    await page.getByRole('button', { name: 'Pay $60.00' }).click()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    const done = page.getByRole('region', { name: 'Paid', exact: true })
    for (const name of ['Mia', 'Leo', 'Noa']) await isShown(done.getByText(`Lake camp, ${name}`))
    const saving = page.waitForEvent('download')
    await done.getByRole('button', { name: 'Receipt (PDF)' }).first().click()
    const saved = await saving
    expect(saved.suggestedFilename()).toMatch(/^receipt-.*\.pdf$/)
    expect(
      readFileSync(await saved.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  it('is paid by a card typed into FluidPay’s fields in a cross-origin frame', async () => {
    const { body } = await get('/api/v1/playersAndTeams', { as: 'admin' })
    const clubs = (body?.['organizations'] ?? []) as { id: string; teams: { id: string; name: string }[] }[]
    const teamId = clubs.flatMap(({ teams }) => teams).find(({ name }) => name === 'Curaçao')?.id ?? ''
    const orgId = teamId.split('.')[0] ?? ''
    const roster = (await get(`/api/v1/team/${teamId}`, { as: 'admin' })).body?.['players'] as { id: string }[]
    const playerId = roster[0]?.id ?? ''
    const family = await createUser()
    const token = await family.token()
    const [{ families }] = await Promise.all([import('#functions/table/players.ts'), table()])
    const member = { playerId, userId: String(claimsOf(token)['sub']), relation: 'own' } as const
    await families.join({ actor: 'the-club', at: instantIn(0) }, member)
    const fee = {
      name: 'Goalkeeper gloves',
      description: '',
      amountInCents: 4500,
      dueOn: '2031-01-15',
      absorbFees: true,
    }
    const feeId = `${orgId}.${newPart('d')}`
    expect((await post('/rest-api/fee/create', { as: 'admin' }, { ...fee, feeId, playerIds: [playerId] })).status).toBe(
      200,
    )
    const link = await post('/rest-api/fee/payment-link', { token }, { orgId })
    const page = await newPage()
    await page.goto(`${origin}/pay/${String(link.body?.['payId'])}`)
    await page.getByRole('button', { name: 'Pay $45.00' }).click()
    const card = page.frameLocator('iframe[title="Your card"]').getByLabel(/Card number/)
    await card.fill('12')
    await page.getByRole('button', { name: 'Pay $45.00' }).click()
    await isShown(page.getByText('Check the card’s number, expiry date and security code.'))
    await card.fill('4242 4242 4242 4242')
    await page.getByRole('button', { name: 'Pay $45.00' }).click()
    await isShown(page.getByRole('region', { name: 'Paid', exact: true }).getByText(/Goalkeeper gloves/))
  })
})
