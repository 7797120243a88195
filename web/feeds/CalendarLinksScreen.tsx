import { useState } from 'react'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Card } from '../kit/Card.tsx'
import { CalendarIcon } from '../kit/icons.tsx'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { Screen } from '../shell/Screen.tsx'
import { CalendarMails } from './CalendarMails.tsx'
import styles from './Feeds.module.css'
import { LinkList } from './LinkList.tsx'
import { CreatedLink } from './CreatedLink.tsx'
import { NewLink } from './NewLink.tsx'
import { feedOptions } from './feedOptions.ts'
import english from './texts.en.json'
import type { Link } from './useCreateLink.ts'

/** The user's calendar links (feeds for calendar apps), and a form for a new one. */
export default function CalendarLinksScreen() {
  const t = useTexts('feeds', english)
  const links = useApi('GET /rest-api/feeds', {}, { handles: ['failures'] })
  const options = useApi('GET /api/v1/playersAndTeams', {}, { handles: ['failures'] })
  const [createdLink, setCreatedLink] = useState<Link>()
  const groups = { family: t('family'), players: t('players'), teams: t('teams'), clubs: t('clubs') }
  const skeleton = (
    <Skeletons label={t('loading')}>
      <Skeleton height="80px" />
      <Skeleton height="240px" />
    </Skeletons>
  )
  return (
    <Screen title={t('title')} width="form">
      <div className={styles.page}>
        <p>{t('about')}</p>
        <KeptFocus label={t('yourLinks')} className={undefined}>
          <Loaded
            read={links}
            skeleton={skeleton}
            failed={t('loadFailed')}
            empty={{
              when: ({ feeds }) => feeds.length === 0,
              show: (
                <Card>
                  <EmptyState title={t('noLinks')} hint={t('noLinksHint')} icon={<CalendarIcon size={32} />} />
                </Card>
              ),
            }}
          >
            {({ feeds }) => (
              <section aria-label={t('yourLinks')}>
                <h2 className={styles.title}>{t('yourLinks')}</h2>
                <LinkList feeds={feeds} onCreated={setCreatedLink} />
              </section>
            )}
          </Loaded>
        </KeptFocus>
        {links.data && (
          <Loaded read={options} skeleton={skeleton} failed={t('loadFailed')}>
            {(playersAndTeams) => <NewLink options={feedOptions(playersAndTeams, groups)} onCreated={setCreatedLink} />}
          </Loaded>
        )}
        <CalendarMails />
      </div>
      <CreatedLink link={createdLink} close={() => setCreatedLink(undefined)} />
    </Screen>
  )
}
