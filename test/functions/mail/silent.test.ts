// apart: mail goes to its own service
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sendMail } from '#functions/mail/ses.ts'

/** An SES endpoint that never responds. */
let asked = 0
const silent = createServer(() => asked++)
beforeAll(async () => {
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  process.env.AWS_ENDPOINT_URL_SES = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterAll(() => {
  vi.useRealTimers()
  delete process.env.AWS_ENDPOINT_URL_SES
  silent.closeAllConnections()
  silent.close()
})

it('an SES that never responds is given up after ten seconds without a retry, with an unknown outcome', async () => {
  const from = { name: 'Touchline', address: 'no-reply@touchline.test' }
  const heard = once(silent, 'request')
  let sent: unknown
  const sending = sendMail({ from, to: 'a@demo.touchline.test', subject: 'Hello', text: 'One.', html: '' }, 'm').then(
    (answer) => (sent = answer),
  )
  await heard
  await vi.advanceTimersByTimeAsync(9000)
  expect(sent).toBeUndefined()
  await vi.advanceTimersByTimeAsync(2000)
  expect(await sending).toEqual({ as: 'unknown', why: 'TimeoutError' })
  expect(asked).toBe(1)
})
