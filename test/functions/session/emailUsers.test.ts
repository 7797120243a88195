import type { PostConfirmationTriggerEvent } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { handler as confirmed } from '#functions/session/confirmedHandler.ts'
import { emailUsers } from '#functions/table/emailUsers.ts'

describe('an email address', () => {
  const confirm = (sub: string, email: string) =>
    confirmed({
      triggerSource: 'PostConfirmation_ConfirmSignUp',
      request: { userAttributes: { sub, email, given_name: 'Carmen', family_name: 'Coach' } },
    } as unknown as PostConfirmationTriggerEvent)
  const owner = (email: string) => emailUsers.get({ email }, { consistent: true })

  it('is found in any spelling of case and spaces once it is confirmed', async () => {
    const name = crypto.randomUUID()
    await confirm(name, `Carmen+${name}@Club.example`)
    expect(await owner(` carmen+${name}@CLUB.example `)).toMatchObject({ userId: name })
    expect(await owner(`carmen@club.example`)).toBeUndefined()
  })

  it('belongs to whoever confirmed it last; a repeated trigger changes nothing', async () => {
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
    const email = `${first}#1@club.example`
    await confirm(first, email)
    await confirm(second, email)
    await confirm(first, email)
    expect(await owner(email)).toMatchObject({ userId: second })
  })
})
