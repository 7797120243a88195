import { setTimeout } from 'node:timers/promises'
import { GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { region } from '#infra/stages.ts'
import { UserError } from './commands.ts'

/**
 * The user pool can only be created once SES has verified the domain's records, so a new domain is deployed first and
 * waited for.
 */
export async function verifyMail(domain: string, deployIt: () => Promise<void>) {
  const ses = new SESv2Client({ region })
  const isVerified = () =>
    ses.send(new GetEmailIdentityCommand({ EmailIdentity: domain })).then(
      ({ VerifiedForSendingStatus }) => VerifiedForSendingStatus === true,
      (error: Error) => {
        if (error.name === 'NotFoundException') return false
        throw new UserError(`SES did not tell whether ${domain} is verified (${error.name}: ${error.message}).`)
      },
    )
  if (await isVerified()) return
  await deployIt()
  console.log(`Waiting for SES to verify the DNS records of ${domain}: usually minutes, half an hour at most.`)
  for (let minute = 0; minute < 30; minute++) {
    if (await isVerified()) return
    await setTimeout(60_000)
  }
  throw new UserError(
    `SES has not verified the DNS records of ${domain}. Check that the registrar points to its zone, and try again.`,
  )
}
