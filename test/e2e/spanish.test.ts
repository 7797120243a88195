import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type AccountName, accounts, demoPassword } from '#scripts/demo/accounts.ts'
import { violationsOn } from '../axe.ts'
import { accessibilityViolations, scrollsHorizontally, walkedViews } from './accessibility.ts'
import { listenToData, untranslatedTexts } from './untranslated.ts'
import { allowConsoleErrors, deviceWith, isShown, newPage, noMoreMail } from './pages.ts'
import { now, origin, teamOf } from './people.ts'
import { openPath, trackRequests } from './walking.ts'

// A failed sign-in is a 400 of the user pool, which the browser logs.
allowConsoleErrors(/status of 400/)

const spoken = { locale: 'es-MX' }
const signIn = async (page: Page, password: string) => {
  await page.getByLabel('Correo electrónico').fill(accounts.parent.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).click()
}
async function atToday(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Hoy' }).waitFor()
  await page.waitForLoadState('networkidle')
}
async function signedIn(name: AccountName): Promise<Page> {
  const page = await deviceWith(name, spoken)
  listenToData(page)
  trackRequests(page)
  await page.goto(`${origin}/today`)
  await atToday(page)
  return page
}
/** Expects no English word and no accessibility violation. */
async function isFine(page: Page): Promise<void> {
  expect(await untranslatedTexts(page)).toEqual([])
  expect(await accessibilityViolations(page)).toEqual([])
}
/** Formats the month of a day in the clubs' time zone for es-MX. */
const month = new Intl.DateTimeFormat('es-MX', { month: 'long', year: 'numeric', timeZone: 'America/Chicago' })

describe.each(walkedViews)('in Spanish, on a %s, %s', (_device, colorScheme, viewport) => {
  it('signing in and up, resetting a password, answers, players and account have no English word and pass axe', async () => {
    const page = await newPage({ ...spoken, colorScheme, viewport })
    listenToData(page)
    trackRequests(page)
    await page.goto(origin)
    await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).waitFor()
    expect(await untranslatedTexts(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('es-MX')
    expect(await violationsOn(page, { runOnly: ['html-has-lang', 'html-lang-valid', 'valid-lang'] })).toEqual([])
    const send = page.locator('form button[type=submit]')
    await send.click()
    await isShown(page.getByText('Correo electrónico: Es obligatorio.'))
    await page.getByLabel('Correo electrónico').fill('nonsense')
    await page.getByLabel('Contraseña', { exact: true }).fill('x')
    await send.click()
    await isShown(page.getByText('Correo electrónico: El correo no es válido.'))
    await signIn(page, 'No-es-la-clave-1')
    await page.getByText('El correo o la contraseña no son correctos.').waitFor()
    expect(await untranslatedTexts(page)).toEqual([])
    await page.getByRole('tab', { name: 'Crear cuenta' }).click()
    await send.click()
    await expect.poll(() => page.getByText('Es obligatorio.', { exact: true }).count()).toBe(5)
    await page.getByLabel('Contraseña', { exact: true }).fill('corta')
    await page.getByLabel('Repite la contraseña').fill('otra')
    await page.getByLabel('Nombre').focus()
    await page.getByText('Mínimo de caracteres: 12').waitFor()
    await isFine(page)
    await page.getByRole('tab', { name: 'Iniciar sesión' }).click()
    await page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click()
    await page.getByRole('button', { name: 'Enviar código' }).waitFor()
    await isFine(page)
    await page.route(/_local\/cognito/, (route) =>
      /ForgotPassword/.test(route.request().headers()['x-amz-target'] ?? '')
        ? route.fulfill({ status: 400, json: { __type: 'LimitExceededException', message: noMoreMail } })
        : route.continue(),
    )
    await page.getByLabel('Correo electrónico').fill(accounts.parent.email)
    await page.getByRole('button', { name: 'Enviar código' }).click()
    const noMore = 'Hoy ya no se pueden enviar más códigos. Inténtalo de nuevo mañana.'
    await isShown(page.getByText(noMore, { exact: true }))
    await page.unroute(/_local\/cognito/)
    await page.getByRole('button', { name: 'Volver a iniciar sesión' }).click()

    await signIn(page, demoPassword)
    await atToday(page)
    const event = page.getByRole('article').filter({ hasText: 'Mia Moreno' }).first()
    const card = event.getByRole('listitem').filter({ hasText: 'Mia Moreno' })
    await card.waitFor()
    expect(await untranslatedTexts(page)).toEqual([])
    await event.getByRole('button', { name: /^Detalles de/ }).click()
    await event.getByText(/^Van \(\d+\)/).waitFor()
    const yes = card.getByRole('button', { name: 'Sí', exact: true })
    if (await yes.isVisible()) await yes.click()
    await card.getByRole('button', { name: 'Sí, va' }).waitFor()
    await card.getByRole('button', { name: /Nota al entrenador|Editar la nota/ }).click()
    await isFine(page)
    expect(await scrollsHorizontally(page)).toBe(false)
    await card.getByRole('textbox').fill('Llega tarde')
    await card.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Se guardó').waitFor()
    expect(await untranslatedTexts(page)).toEqual([])
    await page.getByRole('button', { name: 'Pedir acceso' }).click()
    await page.getByRole('button', { name: 'Enviar solicitud' }).click()
    await page.getByText('Es obligatorio.').first().waitFor()
    await isFine(page)
    await page.getByRole('button', { name: /^Cuenta de/ }).click()
    await page.getByText('Cerrar sesión').waitFor()
    await isFine(page)
    await page.getByRole('link', { name: 'Mi perfil' }).click()
    await page.getByRole('dialog').getByLabel('Apellido').waitFor()
    expect(await untranslatedTexts(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Mis jugadores' }).click()
    await page.getByText('VISTA DE AFICIONADO').waitFor()
    expect(await untranslatedTexts(page)).toEqual([])
    await page.getByRole('button', { name: 'Pedir acceso a un equipo' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nombre del equipo').fill('Halcones')
    await dialog.getByRole('button', { name: 'Enviar solicitud' }).click()
    await dialog.getByText('Es obligatorio.').waitFor()
    await isFine(page)
    for (const path of ['/forbidden', '/nowhere']) {
      await openPath(page, path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await isFine(page)
    }
  })
})

describe('in Spanish', () => {
  it('a coach’s empty search, empty month and walkthrough have no English word', async () => {
    const { orgId, teamId } = await teamOf('coach')
    const page = await signedIn('coach')
    await openPath(page, `/${orgId}/${teamId}/teams`)
    await page.getByText('Mia Moreno').first().waitFor()
    await page.getByRole('searchbox').fill('zzz')
    await page.getByText('Ningún nombre de jugador contiene').waitFor()
    expect(await untranslatedTexts(page)).toEqual([])
    // The filter is kept when the coach returns, so it is cleared.
    await page.getByRole('searchbox').fill('')
    await page.getByRole('link', { name: 'Calendario' }).click()
    await page.getByText(month.format(now())).first().waitFor()
    for (let i = 0; i < 3; i++) await page.getByRole('button', { name: /^Mes siguiente/ }).click()
    await page.getByText(/^Nada previsto en/).waitFor()
    expect(await untranslatedTexts(page)).toEqual([])

    // The walkthrough starts from the current screen.
    await openPath(page, `/${orgId}/${teamId}/teams`)
    await page.getByText('Mia Moreno').first().waitFor()
    await page.getByRole('button', { name: /^Cuenta de/ }).click()
    await page.getByText('Contáctanos').waitFor()
    await page.getByRole('button', { name: 'Muéstrame cómo funciona' }).click()
    const steps = ['Tus equipos', 'Hoy', 'Panel', 'Calendario', 'Tu cuenta']
    for (const name of [...steps, 'Busca a un jugador', 'Tu lista de jugadores', 'Quién va']) {
      await page.getByRole('dialog', { name, exact: true }).waitFor()
      expect(await untranslatedTexts(page)).toEqual([])
      await page.getByRole('button', { name: /^(Siguiente|Listo)$/ }).click()
    }
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  it('an administrator’s team selector and recent teams have no English word', async () => {
    const page = await signedIn('admin')
    await page.getByRole('button', { name: 'ELIGE UN EQUIPO' }).click()
    await page.getByRole('button', { name: 'Curaçao' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Curaçao' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await untranslatedTexts(page)).toEqual([])
    await page.getByRole('button', { name: 'Curaçao' }).click()
    await page.getByRole('list', { name: 'Recientes' }).waitFor()
    await isFine(page)
  })
})
