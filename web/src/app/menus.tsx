import { useMutation, useQuery } from '@tanstack/react-query';
import { post } from '../shared/api/client';
import { asApiError } from '../shared/api/problem';
import { meQuery } from '../shared/api/queries/session';
import { serverUrl } from '../shared/lib/base';
import { setPreference, usePreferences } from '../shared/lib/preferences';
import { Button } from '../shared/ui/Button';
import { Icon, type IconName } from '../shared/ui/Icon';
import { Choice, Menu } from '../shared/ui/Menu';
import styles from './menus.module.css';

const THEME_ICONS: Record<string, IconName> = { system: 'screen', light: 'sun', dark: 'moon' };

export function DisplayMenu({ onHelp }: { onHelp: () => void }) {
  const { theme, density, zone } = usePreferences();
  return (
    <Menu
      label="Display"
      button={<Icon name={THEME_ICONS[theme] ?? 'screen'} />}
      buttonClass={styles.square}
    >
      {(close) => (
        <>
          <Choice
            legend="Theme"
            value={theme}
            options={[
              { value: 'system', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            onChange={(value) => setPreference('theme', value)}
          />
          <Choice
            legend="Density"
            value={density}
            options={[
              { value: 'comfortable', label: 'Comfortable' },
              { value: 'compact', label: 'Compact' },
            ]}
            onChange={(value) => setPreference('density', value)}
          />
          <Choice
            legend="Times"
            value={zone}
            options={[
              { value: 'local', label: 'Local' },
              { value: 'utc', label: 'UTC' },
            ]}
            onChange={(value) => setPreference('zone', value)}
          />
          <div className={styles.rows}>
            <Button
              variant="quiet"
              icon="keyboard"
              onClick={() => {
                close();
                onHelp();
              }}
            >
              Keyboard shortcuts
            </Button>
          </div>
        </>
      )}
    </Menu>
  );
}

export function UserMenu() {
  const me = useQuery(meQuery).data;
  const logout = useMutation({
    mutationFn: () => post('/auth/logout'),
    onSuccess: () => window.location.assign(serverUrl('login')),
  });
  if (!me) return null;
  return (
    <Menu
      label={`Account of ${me.name}`}
      button={
        <>
          <Icon name="user" />
          <span className={styles.name}>{me.name}</span>
          <Icon name="chevronDown" size={12} />
        </>
      }
    >
      {() => (
        <>
          <div className={styles.who}>
            <strong>{me.name}</strong>
            <span>Role: {me.role}</span>
          </div>
          <div className={styles.rows}>
            <Button
              variant="quiet"
              icon="logOut"
              pending={logout.isPending}
              onClick={() => logout.mutate()}
            >
              Sign out
            </Button>
            {logout.isError && (
              <p className={styles.error} role="alert">
                {asApiError(logout.error).message}
              </p>
            )}
          </div>
        </>
      )}
    </Menu>
  );
}
