const storageKey = 'toolwright dev token';

/** Takes the token from the fragment of the address and removes it there. A reload finds it in the storage of the tab. */
export function takeToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token !== null) {
    sessionStorage.setItem(storageKey, token);
    history.replaceState(null, '', location.pathname + location.search);
  }
  return token ?? sessionStorage.getItem(storageKey) ?? undefined;
}
