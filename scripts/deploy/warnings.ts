import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { region, type Stage } from '#infra/stages.ts'

/** What a deployed stage still lacks, one sentence each, with what to do about it. */
export async function warnings({ alarmEmail, domain, mailFrom }: Stage): Promise<string[]> {
  const found: string[] = []
  if (!alarmEmail) found.push('Nobody is told of its alarms: name an address in infra/stages.ts.')
  if (!domain) found.push('It has no domain: Cognito sends its mail, 50 a day. Name a domain in infra/stages.ts.')
  if ((domain || mailFrom.withoutDomain) && (await inSandbox()))
    found.push('SES is in its sandbox: mail reaches only addresses verified by hand. Ask for production access.')
  return found
}

const inSandbox = () =>
  new SESv2Client({ region }).send(new GetAccountCommand({})).then(
    ({ ProductionAccessEnabled }) => !ProductionAccessEnabled,
    () => false,
  )
