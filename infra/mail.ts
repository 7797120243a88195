import { type App, Duration, Stack } from 'aws-cdk-lib'
import type { Data } from './data.ts'
import { houseFunction } from './functions.ts'
import { type Grant, grants } from './grants.ts'
import { region, type Stage, stackName } from './stages.ts'

type MailProps = {
  data: Data
  build: string
  /** The address of the site, for the links in mail. */
  site: string
}

/**
 * The functions that send mail. Apart from the API's, which would start the slower for what that takes; and after the web,
 * whose address is known once it is made.
 */
export function mailStack(app: App, stage: Stage, { data, build, site }: MailProps): void {
  const stack = new Stack(app, stackName(stage, 'mail'), { env: { region } })
  for (const [name, grant] of Object.entries<Grant>(grants).filter(([, { mail }]) => mail)) {
    houseFunction(stack, name, {
      stage,
      data,
      grant,
      build,
      timeout: Duration.seconds(30),
      environment: { SITE_URL: site },
    })
  }
}
