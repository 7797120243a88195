import type { ReactNode } from 'react'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import english from './texts.en.json'

export type Unit = { value: string; label: string }
type Props = {
  title: string
  /** The club; the dialog is closed without one. */
  orgId: string | undefined
  close: () => void
  children: (units: Unit[]) => ReactNode
}

/** Chooses a team of the club, or the whole club, for which the user may create registrations. */
export function UnitsDialog({ title, orgId, close, children }: Props) {
  const t = useTexts('registrations', english)
  const read = useApi('GET /rest-api/registration/teams/{orgId}', orgId === undefined ? undefined : { orgId }, {
    handles: ['failures'],
  })
  return (
    <Dialog opened={orgId !== undefined} close={close} title={title}>
      {orgId !== undefined && (
        <Loaded
          read={read}
          skeleton={<RowSkeletons label={t('loading')} rows={2} height="64px" />}
          failed={t('teamsFailed')}
        >
          {({ all, teams }) =>
            children([
              ...(all ? [{ value: orgId, label: t('wholeClub') }] : []),
              ...teams.map(({ id, name }) => ({ value: id, label: name })),
            ])
          }
        </Loaded>
      )}
    </Dialog>
  )
}
