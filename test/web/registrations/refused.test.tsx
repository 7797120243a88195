import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Problem } from '#shared/problems.ts'
import { startTexts } from '#web/i18n.ts'
import { standInServer } from '../fakeServer.tsx'
import { accounts, openBuilder, registrationId } from './builder.tsx'

const server = standInServer()
const ADD = 'POST /rest-api/registration/add-ons/{registrationId}'
const FILE = 'POST /rest-api/files/{orgId}'

it('errors in the builder are shown in the user’s language', async () => {
  await startTexts(['es-MX'])
  try {
    const { user } = openBuilder(server, {
      'PUT /rest-api/registration/payment-accounts/{registrationId}/accept-payments': () => {
        throw new Problem('not_allowed')
      },
      'GET /rest-api/registration/payment-accounts/{registrationId}': accounts(),
    })
    await user.click(await screen.findByRole('checkbox', { name: /en línea/ }, { timeout: 10_000 }))
    await waitFor(() => expect(document.body.textContent).toContain('Sin permiso'))
  } finally {
    await startTexts(['en-US'])
  }
})

/** Mocks image decoding and encoding: every image becomes this JPEG. */
function draws(jpeg: string) {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4000, height: 3000, close: () => undefined }))
  const drawing = { fillRect: () => undefined, drawImage: () => undefined }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(drawing as unknown as null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(`data:image/jpeg;base64,${btoa(jpeg)}`)
}

it('resizes an add-on’s picture, and reports a failed upload without adding the add-on', async () => {
  draws('small')
  const { user } = openBuilder(
    server,
    {
      [ADD]: ({ body }) => ({ addOns: [body as never], pictures: {} }),
      [FILE]: { fileId: `${registrationId}.f00000000001`, url: 'https://files.test/put', headers: {} },
    },
    'add-ons',
  )
  const asked = globalThis.fetch
  vi.stubGlobal('fetch', (...sent: Parameters<typeof fetch>) =>
    sent[0] === 'https://files.test/put' ? Promise.reject(new TypeError('Failed to fetch')) : asked(...sent),
  )
  await user.click(await screen.findByRole('button', { name: 'Add add-on' }, { timeout: 10_000 }))
  await user.type(await screen.findByLabelText(/Add-on name/), 'Shirt')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('No field for a picture.')
  await user.upload(input, new File(['a large picture'], 'shirt.jpg', { type: 'image/jpeg' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/^No connection/)).toBeVisible()
  expect(server.asked(FILE).map(({ body }) => body)).toEqual([{ name: 'shirt.jpg', type: 'image/jpeg', size: 5 }])
  expect(server.asked(ADD)).toEqual([])
})
