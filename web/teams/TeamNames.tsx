import { Fragment } from 'react'
import { organizationOf } from '#shared/ids.ts'
import { Link } from '../kit/Link.tsx'
import { paths } from '../paths.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'

/** Team names, linked for teams that the reader may see. */
export function TeamNames({ teams }: { teams: readonly { id: string; name: string }[] }) {
  const whyCannot = useWhyCannot()
  return teams.map(({ id, name }, i) => (
    <Fragment key={id}>
      {i > 0 && ', '}
      {whyCannot('member', id) === undefined ? (
        <Link to={paths.team({ orgId: organizationOf(id), teamId: id })}>{name}</Link>
      ) : (
        name
      )}
    </Fragment>
  ))
}
