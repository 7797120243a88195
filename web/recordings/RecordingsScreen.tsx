import { useState } from 'react'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { VideoIcon } from '../kit/lucideIcons.ts'
import { OneOf } from '../kit/OneOf.tsx'
import { LoadMore } from '../kit/Paging.tsx'
import { Segmented } from '../kit/Radios.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { useApiPages } from '../api/useApiPages.ts'
import { AddRecording } from './AddRecording.tsx'
import { Lines } from './Lines.tsx'
import styles from './Recordings.module.css'
import { LIST, TEAMS } from './shapes.ts'
import { Sending } from './Sending.tsx'
import english from './texts.en.json'
import { Usage } from './Usage.tsx'

/** Recordings of the user's teams by event, newest first. */
export default function RecordingsScreen() {
  const t = useTexts('recordings', english)
  const teams = useApi(TEAMS, {}, { handles: ['failures'] })
  const [teamId, choose] = useState('')
  const [shelf, setShelf] = useState<'there' | 'bin'>('there')
  const [adding, add] = useState(false)
  const all = teams.data?.teams ?? []
  const own = all.filter(({ mayRecord }) => mayRecord)
  const query = { ...(teamId && { teamId }), ...(shelf === 'bin' && { bin: 'true' as const }) }
  const read = useApiPages(LIST, { query }, { handles: ['failures', 'not_allowed'] })
  const actions = (
    <>
      <ButtonLink to={paths.academy()}>{t('academy')}</ButtonLink>
      {own.length > 0 && (
        <Button kind="primary" onClick={() => add(true)}>
          {t('add')}
        </Button>
      )}
    </>
  )
  return (
    <Screen title={t('recordings')} actions={actions}>
      <div className={styles.page}>
        <div className={styles.filters}>
          {all.length > 1 && (
            <OneOf
              label={t('team')}
              value={teamId}
              onChange={choose}
              placeholder={t('allTeams')}
              options={all.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          {own.length > 0 && (
            <Segmented
              label={t('which')}
              labelHidden
              value={shelf}
              onChange={(next) => next && setShelf(next)}
              options={[
                { value: 'there', label: t('recordings') },
                { value: 'bin', label: t('bin') },
              ]}
            />
          )}
        </div>
        <Sending />
        <Loaded
          read={read}
          failed={t('failed')}
          skeleton={<RowSkeletons label={t('loading')} rows={3} height="96px" />}
          empty={{
            when: (pages) => pages.every(({ recordings }) => recordings.length === 0) && !read.more,
            show:
              shelf === 'bin' ? (
                <EmptyState title={t('binEmpty')} hint={t('binHint')} icon={<VideoIcon size={32} />} />
              ) : (
                <EmptyState
                  title={t('none')}
                  hint={t(own.length > 0 ? 'noneHintCoach' : 'noneHint')}
                  icon={<VideoIcon size={32} />}
                >
                  {own.length > 0 && <Button onClick={() => add(true)}>{t('add')}</Button>}
                </EmptyState>
              ),
          }}
        >
          {(pages) => {
            const shown = pages.flatMap(({ recordings }) => recordings)
            return (
              <>
                <Lines recordings={shown} isBin={shelf === 'bin'} />
                {read.more && <LoadMore shown={shown.length} busy={read.readingMore} load={read.more} />}
              </>
            )
          }}
        </Loaded>
        <Usage />
      </div>
      <Dialog opened={adding} close={() => add(false)} title={t('add')}>
        {adding && <AddRecording teams={own} first={teamId} close={() => add(false)} />}
      </Dialog>
    </Screen>
  )
}
