import '@mantine/core/styles.css'
import { AppShell, Burger, Group, MantineProvider, NavLink, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Link, Outlet, Route, Routes } from 'react-router-dom'
import { Today } from './Today.tsx'

/**
 * The baseline that Touchline is compared with: the UI kit set up as in its documentation, with all of its styles, its shell
 * and a router, and the same day from the same call.
 */
function Shell() {
  const [opened, { toggle }] = useDisclosure()
  return (
    <AppShell
      header={{ height: 60 }}
      navbar={{ width: 300, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="md"
    >
      <AppShell.Header>
        <Group h="100%" px="md">
          <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
          <Title order={3}>Reference</Title>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="md">
        {['Today', 'Players', 'Calendar'].map((name) => (
          <NavLink key={name} component={Link} to={`/${name}`} label={name} />
        ))}
      </AppShell.Navbar>
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <MantineProvider>
    <BrowserRouter>
      <Routes>
        <Route element={<Shell />}>
          <Route path="*" element={<Today />} />
        </Route>
      </Routes>
    </BrowserRouter>
  </MantineProvider>,
)
