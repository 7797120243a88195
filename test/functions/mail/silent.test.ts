// apart: mail goes to a service of its own
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendMail, wasRefused } from '#functions/mail/send.ts'

/** SES as it is when it does not answer. */
let asked = 0
const silent = createServer(() => asked++)
beforeAll(async () => {
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  process.env.AWS_ENDPOINT_URL_SESV2 = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
})
afterAll(() => {
  delete process.env.AWS_ENDPOINT_URL_SESV2
  silent.closeAllConnections()
  silent.close()
})

it('does not wait for SES until Lambda ends, nor asks it twice: whether the mail has gone out, nobody knows', async () => {
  const letter = { to: 'a@demo.touchline.test', subject: 'Hello', paragraphs: ['One.'] }
  const start = performance.now()
  const error: unknown = await sendMail(letter, 'no-reply@touchline.test').catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ message: expect.stringContaining('TimeoutError') })
  expect(wasRefused(error)).toBe(false)
  expect(asked).toBe(1)
  expect(performance.now() - start).toBeLessThan(15_000)
})
