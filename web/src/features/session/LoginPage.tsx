import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { post } from '../../shared/api/client';
import { type ApiError, asApiError } from '../../shared/api/problem';
import { loginOptionsQuery, sessionKeys } from '../../shared/api/queries/session';
import { markSignedIn, rememberCsrfToken } from '../../shared/api/session';
import { safeReturnPath, serverUrl } from '../../shared/lib/base';
import { BrandMark } from '../../shared/ui/Brand';
import { Button } from '../../shared/ui/Button';
import { ErrorNotice } from '../../shared/ui/ErrorNotice';
import { Icon } from '../../shared/ui/Icon';
import styles from './LoginPage.module.css';

/** What the server says in the address when a sign-in elsewhere did not work. */
const OUTCOMES: Record<string, string> = {
  access_denied: 'Your account may not use this server. Ask an administrator for a role.',
  oidc_error: 'The identity provider did not confirm the sign-in. Try again.',
};

export function LoginPage() {
  const [search] = useSearchParams();
  const back = safeReturnPath(search.get('return'));
  const options = useQuery(loginOptionsQuery);
  const outcome = OUTCOMES[search.get('error') ?? ''];
  useEffect(() => {
    document.title = 'Sign in · myriarch';
  }, []);

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <BrandMark size={32} />
          <h1>Sign in to myriarch</h1>
        </div>
        {outcome && <Problem text={outcome} />}
        {options.isError && (
          <ErrorNotice error={asApiError(options.error)} onRetry={() => void options.refetch()} />
        )}
        {options.data?.oidc && (
          <a
            className={styles.provider}
            href={serverUrl(`api/v1/auth/oidc/login?return=${encodeURIComponent(back)}`)}
          >
            Continue with your identity provider
          </a>
        )}
        {options.data?.oidc && options.data.password && <p className={styles.or}>or</p>}
        {options.data?.password && <PasswordForm back={back} />}
        {options.data && !options.data.oidc && !options.data.password && (
          <Problem text="No way to sign in is configured on this server. See the section auth of its configuration." />
        )}
      </div>
      <p className={styles.claim}>Control plane for fleets of OpenTelemetry Collectors</p>
    </main>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <p className={styles.problem} role="alert">
      <Icon name="crossCircle" />
      <span>{text}</span>
    </p>
  );
}

function messageOf(error: ApiError): string {
  if (error.code === 'unauthorized') return 'The user name or the password is not right.';
  if (error.code === 'too_many_requests') {
    return 'Too many attempts from this address. Wait a minute, then try again.';
  }
  const text = error.detail || error.message;
  return error.requestId ? `${text} (${error.code}, request ${error.requestId})` : text;
}

function PasswordForm({ back }: { back: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const name = useId();
  const password = useId();
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => nameField.current?.focus(), []);
  const login = useMutation({
    mutationFn: (body: { username: string; password: string }) => post('/auth/login', body),
    onSuccess: async (me) => {
      rememberCsrfToken(me.csrfToken);
      markSignedIn();
      client.clear();
      client.setQueryData(sessionKeys.me, me);
      await navigate(back, { replace: true });
    },
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    login.mutate({
      username: String(data.get('username')),
      password: String(data.get('password')),
    });
  };
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      {login.isError && <Problem text={messageOf(asApiError(login.error))} />}
      <label htmlFor={name}>User name</label>
      <input
        ref={nameField}
        id={name}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        required
      />
      <label htmlFor={password}>Password</label>
      <input
        id={password}
        name="password"
        type="password"
        autoComplete="current-password"
        maxLength={1000}
        required
      />
      <Button type="submit" variant="primary" pending={login.isPending}>
        Sign in
      </Button>
    </form>
  );
}
