import '../shared/styles/palette.css';
import '../shared/styles/tokens.css';
import '../shared/styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { reloadOnceWhenChunksAreGone } from './reload';

reloadOnceWhenChunksAreGone();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
