import { setTimeout } from 'node:timers/promises'
import { GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { region } from '#infra/stages.ts'
import { Advice } from './commands.ts'

/**
 * The user pool can only be created once SES has verified the domain's records: deploys a new domain first and waits for it.
 */
export async function verifyMail(domain: string, deployIt: () => Promise<void>) {
  const ses = new SESv2Client({ region })
  const isVerified = () =>
    ses.send(new GetEmailIdentityCommand({ EmailIdentity: domain })).then(
      ({ VerifiedForSendingStatus }) => VerifiedForSendingStatus === true,
      (error: Error) => {
        if (error.name === 'NotFoundException') return false
        throw new Advice(`SES does not say whether ${domain} may send mail (${error.name}: ${error.message}).`)
      },
    )
  if (await isVerified()) return
  await deployIt()
  console.log(`Waiting until SES has seen the records of ${domain}: minutes as a rule, half an hour at most.`)
  for (let minute = 0; minute < 30; minute++) {
    if (await isVerified()) return
    await setTimeout(60_000)
  }
  throw new Advice(
    `SES has not seen the records of ${domain}: is its zone the one the registrar points to? Then try again.`,
  )
}
