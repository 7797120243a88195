import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { region, type Stage } from '#infra/stages.ts'

/** What a deployed stage still lacks, one sentence each, with what to do about it. */
export async function warnings({ alarmEmail, domain, mailFrom }: Stage): Promise<string[]> {
  const warnings: string[] = []
  if (!alarmEmail) warnings.push('Nobody receives its alarms: set alarmEmail in infra/stages.ts.')
  if (!domain)
    warnings.push('It has no domain, so Cognito sends its mail, at most 50 a day: set a domain in infra/stages.ts.')
  if ((domain || mailFrom.withoutDomain) && (await isMailSandboxed()))
    warnings.push(
      'SES is in its sandbox, so mail only reaches addresses that were verified by hand: request production access.',
    )
  return warnings
}

const isMailSandboxed = () =>
  new SESv2Client({ region }).send(new GetAccountCommand({})).then(
    ({ ProductionAccessEnabled }) => !ProductionAccessEnabled,
    () => false,
  )
