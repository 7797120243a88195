// apart: mail goes to a service of its own
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendMail } from '#functions/mail/ses.ts'

/** SES as it is when it does not answer. */
let asked = 0
const silent = createServer(() => asked++)
beforeAll(async () => {
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  process.env.AWS_ENDPOINT_URL_SES = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
})
afterAll(() => {
  delete process.env.AWS_ENDPOINT_URL_SES
  silent.closeAllConnections()
  silent.close()
})

it('does not wait for SES until Lambda ends, nor asks it twice: whether the mail has gone out, nobody knows', async () => {
  const from = { name: 'Touchline', address: 'no-reply@touchline.test' }
  const start = performance.now()
  const sent = await sendMail({ from, to: 'a@demo.touchline.test', subject: 'Hello', text: 'One.', html: '' }, 'm')
  expect(sent).toEqual({ as: 'unknown', why: 'TimeoutError' })
  expect(asked).toBe(1)
  expect(performance.now() - start).toBeLessThan(15_000)
})
