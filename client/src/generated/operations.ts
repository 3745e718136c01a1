// Written by `npm run generate` from protocol/operations/.

export type ErrorCode = 'bad_request' | 'unauthorized' | 'signed_out' | 'proof_needed' | 'csrf' | 'forbidden' | 'code_needed' | 'download_limit' | 'not_found' | 'method_not_allowed' | 'timeout' | 'contact_exists' | 'no_contacts' | 'no_receivers' | 'no_files' | 'files_not_listed' | 'file_unreadable' | 'upload_in_progress' | 'state_conflict' | 'dispatch_live' | 'dispatch_ended' | 'lease_lost' | 'offset_conflict' | 'idempotency_conflict' | 'request_running' | 'cursor_expired' | 'precondition_failed' | 'tus_version' | 'too_large' | 'unsupported_media_type' | 'range_not_satisfiable' | 'misdirected' | 'invalid' | 'idempotency_mismatch' | 'upload_locked' | 'too_many_requests' | 'mail_quota' | 'headers_too_large' | 'checksum_mismatch' | 'internal' | 'unavailable' | 'insufficient_storage';

export type EventKind = 'drop.created' | 'drop.extended' | 'drop.expiring' | 'drop.expired' | 'drop.revoked' | 'drop.completed' | 'drop.link_added' | 'drop.link_revoked' | 'receiver.added' | 'receiver.mailed' | 'receiver.mail_delayed' | 'receiver.mail_refused' | 'receiver.opened' | 'receiver.file_completed' | 'receiver.completed' | 'receiver.revoked' | 'request.created' | 'request.closed' | 'request.expired' | 'inbox.received' | 'inbox.expiring' | 'inbox.parked' | 'upload.expired' | 'key.expiring' | 'key.revoked' | 'webhook.parked';

/** The operations of API v1, with what they read and answer. */
export interface Operations {
  'GET /api/v1/me': {
    answer: {
      account: {
        address: string;
        display_name: string;
        role: 'api' | 'user' | 'admin';
      };
      key: {
        id: string;
        name: string | null;
        ends_at: string | null;
        networks: string[] | null;
      };
      scopes: ('send' | 'receive' | 'status' | 'contacts' | 'webhooks' | 'links')[];
      limits: {
        quota_bytes: number | null;
        quota_used_bytes: number;
        quota_left_bytes: number | null;
        mails_per_day: number;
        mails_left: number;
        requests_per_minute: number | null;
        requests_left: number | null;
      };
    };
  };
  'GET /api/v1/events': {
    query: {
      after?: string;
      types?: string;
      limit?: number;
      wait?: number;
    };
    answer: {
      items: {
        id: string;
        kind: 'drop.created' | 'drop.extended' | 'drop.expiring' | 'drop.expired' | 'drop.revoked' | 'drop.completed' | 'drop.link_added' | 'drop.link_revoked' | 'receiver.added' | 'receiver.mailed' | 'receiver.mail_delayed' | 'receiver.mail_refused' | 'receiver.opened' | 'receiver.file_completed' | 'receiver.completed' | 'receiver.revoked' | 'request.created' | 'request.closed' | 'request.expired' | 'inbox.received' | 'inbox.expiring' | 'inbox.parked' | 'upload.expired' | 'key.expiring' | 'key.revoked' | 'webhook.parked';
        at: string;
        drop?: string;
        request?: string;
        receiver?: string;
        item?: string;
        file?: string;
        key?: string;
        webhook?: string;
        state?: 'live' | 'expired' | 'revoked' | 'closed' | 'waiting' | 'opened' | 'completed' | 'sent' | 'delayed' | 'refused' | 'unwanted' | 'parked';
        reference?: string;
      }[];
      next: string;
    };
  };
  'OPTIONS /api/v1/uploads': {
    answer: undefined;
  };
  'POST /api/v1/uploads': {
    query: {
      name?: string;
      path?: string;
    };
    answer: {
      id: string;
      name: string;
      path: string;
      type: string;
      size: number | null;
      received: number;
      state: 'open' | 'complete';
      sha256: string | null;
      created_at: string;
      expires_at: string;
    };
  };
  'GET /api/v1/uploads': {
    query: {
      limit?: number;
      after?: string;
    };
    answer: {
      items: {
        id: string;
        name: string;
        path: string;
        type: string;
        size: number | null;
        received: number;
        state: 'open' | 'complete';
        sha256: string | null;
        created_at: string;
        expires_at: string;
      }[];
      next: string | null;
    };
  };
  'OPTIONS /api/v1/uploads/:upload': {
    answer: undefined;
  };
  'HEAD /api/v1/uploads/:upload': {
    answer: undefined;
  };
  'PATCH /api/v1/uploads/:upload': {
    answer: undefined;
  };
  'GET /api/v1/uploads/:upload': {
    answer: {
      id: string;
      name: string;
      path: string;
      type: string;
      size: number | null;
      received: number;
      state: 'open' | 'complete';
      sha256: string | null;
      created_at: string;
      expires_at: string;
    };
  };
  'DELETE /api/v1/uploads/:upload': {
    answer: undefined;
  };
  'GET /api/v1/drops': {
    query: {
      limit?: number;
      after?: string;
      created_after?: string;
      created_before?: string;
      state?: 'live' | 'expired' | 'revoked';
      reference?: string;
    };
    answer: {
      items: {
        id: string;
        state: 'live' | 'expired' | 'revoked';
        title: string | null;
        reference: string | null;
        notify: 'mail' | 'none';
        password_protected: boolean;
        created_at: string;
        expires_at: string;
        message: string | null;
        receiver_count: number;
        completed_count: number;
        undelivered_count: number;
        file_count: number;
        size: number;
      }[];
      next: string | null;
    };
  };
  'POST /api/v1/drops': {
    json: {
      receivers: {
        email?: string;
        name?: string;
        number?: string;
        language?: string;
        group?: string;
      }[];
      anyone?: boolean;
      uploads?: string[];
      files_of?: string;
      title?: string;
      message?: string;
      expires_in?: number;
      expires_at?: string;
      reference?: string;
      notify?: 'mail' | 'none';
      options?: {
        second_factor?: 'off' | 'email' | 'sms' | 'either';
        password?: string;
        download_limit?: number;
        receipts?: 'first' | 'each' | 'none';
      };
    };
    answer: {
      id: string;
      state: 'live' | 'expired' | 'revoked';
      title: string | null;
      reference: string | null;
      notify: 'mail' | 'none';
      password_protected: boolean;
      created_at: string;
      expires_at: string;
      message: string | null;
      receivers: {
        id: string;
        email: string;
        name: string;
        state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
        opened_at: string | null;
        completed_at: string | null;
        revoked_at: string | null;
        mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
        mail_reason: string | null;
        link?: string;
      }[];
      anyone_links: {
        id: string;
        url?: string;
        state: 'live' | 'expired' | 'revoked';
        opened: number;
        downloads: number;
        revoked_at: string | null;
      }[];
      files: {
        id: string;
        name: string;
        path: string;
        type: string;
        size: number;
        sha256: string | null;
      }[];
    };
  };
  'GET /api/v1/drops/:id': {
    answer: {
      id: string;
      state: 'live' | 'expired' | 'revoked';
      title: string | null;
      reference: string | null;
      notify: 'mail' | 'none';
      password_protected: boolean;
      created_at: string;
      expires_at: string;
      message: string | null;
      receivers: {
        id: string;
        email: string;
        name: string;
        state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
        opened_at: string | null;
        completed_at: string | null;
        revoked_at: string | null;
        mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
        mail_reason: string | null;
      }[];
      anyone_links: {
        id: string;
        url?: string;
        state: 'live' | 'expired' | 'revoked';
        opened: number;
        downloads: number;
        revoked_at: string | null;
      }[];
      files: {
        id: string;
        name: string;
        path: string;
        type: string;
        size: number;
        sha256: string | null;
      }[];
    };
  };
  'POST /api/v1/drops/:id/revoke': {
    answer: {
      id: string;
      state: 'live' | 'expired' | 'revoked';
      title: string | null;
      reference: string | null;
      notify: 'mail' | 'none';
      password_protected: boolean;
      created_at: string;
      expires_at: string;
      message: string | null;
      receivers: {
        id: string;
        email: string;
        name: string;
        state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
        opened_at: string | null;
        completed_at: string | null;
        revoked_at: string | null;
        mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
        mail_reason: string | null;
      }[];
      anyone_links: {
        id: string;
        url?: string;
        state: 'live' | 'expired' | 'revoked';
        opened: number;
        downloads: number;
        revoked_at: string | null;
      }[];
      files: {
        id: string;
        name: string;
        path: string;
        type: string;
        size: number;
        sha256: string | null;
      }[];
    };
  };
  'POST /api/v1/drops/:id/extend': {
    json: {
      expires_in?: number;
      expires_at?: string;
    };
    answer: {
      id: string;
      state: 'live' | 'expired' | 'revoked';
      title: string | null;
      reference: string | null;
      notify: 'mail' | 'none';
      password_protected: boolean;
      created_at: string;
      expires_at: string;
      message: string | null;
      receivers: {
        id: string;
        email: string;
        name: string;
        state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
        opened_at: string | null;
        completed_at: string | null;
        revoked_at: string | null;
        mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
        mail_reason: string | null;
      }[];
      anyone_links: {
        id: string;
        url?: string;
        state: 'live' | 'expired' | 'revoked';
        opened: number;
        downloads: number;
        revoked_at: string | null;
      }[];
      files: {
        id: string;
        name: string;
        path: string;
        type: string;
        size: number;
        sha256: string | null;
      }[];
    };
  };
  'GET /api/v1/drops/:id/files': {
    query: {
      limit?: number;
      after?: string;
    };
    answer: {
      items: {
        id: string;
        name: string;
        path: string;
        type: string;
        size: number;
        sha256: string | null;
      }[];
      next: string | null;
    };
  };
  'GET /api/v1/drops/:id/receivers': {
    query: {
      limit?: number;
      after?: string;
    };
    answer: {
      items: {
        id: string;
        email: string;
        name: string;
        state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
        opened_at: string | null;
        completed_at: string | null;
        revoked_at: string | null;
        mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
        mail_reason: string | null;
      }[];
      next: string | null;
    };
  };
  'POST /api/v1/drops/:id/receivers': {
    json: {
      receivers: {
        email: string;
        name?: string;
        number?: string;
        language?: string;
      }[];
    };
    answer: {
      id: string;
      state: 'live' | 'expired' | 'revoked';
      title: string | null;
      reference: string | null;
      notify: 'mail' | 'none';
      password_protected: boolean;
      created_at: string;
      expires_at: string;
      message: string | null;
      receivers: {
        id: string;
        email: string;
        name: string;
        state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
        opened_at: string | null;
        completed_at: string | null;
        revoked_at: string | null;
        mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
        mail_reason: string | null;
        link?: string;
      }[];
      anyone_links: {
        id: string;
        url?: string;
        state: 'live' | 'expired' | 'revoked';
        opened: number;
        downloads: number;
        revoked_at: string | null;
      }[];
      files: {
        id: string;
        name: string;
        path: string;
        type: string;
        size: number;
        sha256: string | null;
      }[];
    };
  };
  'POST /api/v1/drops/:id/receivers/:receiver/resend': {
    answer: {
      id: string;
      email: string;
      name: string;
      state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
      opened_at: string | null;
      completed_at: string | null;
      revoked_at: string | null;
      mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
      mail_reason: string | null;
    };
  };
  'POST /api/v1/drops/:id/receivers/:receiver/revoke': {
    answer: {
      id: string;
      email: string;
      name: string;
      state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
      opened_at: string | null;
      completed_at: string | null;
      revoked_at: string | null;
      mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
      mail_reason: string | null;
    };
  };
  'POST /api/v1/drops/:id/receivers/:receiver/correct': {
    json: {
      email: string;
    };
    answer: {
      id: string;
      email: string;
      name: string;
      state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
      opened_at: string | null;
      completed_at: string | null;
      revoked_at: string | null;
      mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
      mail_reason: string | null;
      link?: string;
    };
  };
  'GET /api/v1/drops/:id/anyone-links': {
    answer: {
      items: {
        id: string;
        url?: string;
        state: 'live' | 'expired' | 'revoked';
        opened: number;
        downloads: number;
        revoked_at: string | null;
      }[];
    };
  };
  'POST /api/v1/drops/:id/anyone-links': {
    answer: {
      id: string;
      url?: string;
      state: 'live' | 'expired' | 'revoked';
      opened: number;
      downloads: number;
      revoked_at: string | null;
    };
  };
  'POST /api/v1/drops/:id/anyone-links/:link/revoke': {
    answer: {
      id: string;
      url?: string;
      state: 'live' | 'expired' | 'revoked';
      opened: number;
      downloads: number;
      revoked_at: string | null;
    };
  };
  'GET /api/v1/deliveries': {
    query: {
      limit?: number;
      after?: string;
      created_after?: string;
      created_before?: string;
      state?: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
      reference?: string;
      format?: 'json' | 'csv' | 'jsonl';
    };
    answer: {
      items: {
        drop: string;
        reference: string | null;
        receiver: string;
        created_at: string;
        expires_at: string;
        email: string;
        name: string;
        state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
        opened_at: string | null;
        completed_at: string | null;
        revoked_at: string | null;
        mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
        mail_reason: string | null;
      }[];
      next: string | null;
    };
  };
  'GET /api/v1/requests': {
    query: {
      limit?: number;
      after?: string;
      created_after?: string;
      created_before?: string;
      state?: 'live' | 'closed' | 'expired';
      reference?: string;
    };
    answer: {
      items: {
        id: string;
        state: 'live' | 'closed' | 'expired';
        title: string | null;
        reference: string | null;
        notify: 'mail' | 'none';
        created_at: string;
        expires_at: string;
        message: string | null;
        receiver_count: number;
        received_count: number;
        file_count: number;
        size: number;
      }[];
      next: string | null;
    };
  };
  'POST /api/v1/requests': {
    json: {
      receivers?: {
        email: string;
        name?: string;
        number?: string;
        language?: string;
      }[];
      links?: number;
      title?: string;
      message?: string;
      reference?: string;
      expires_in?: number;
      expires_at?: string;
      notify?: 'mail' | 'none';
      options?: {
        max_files?: number;
        max_bytes?: number;
        max_file_bytes?: number;
        max_uses?: number;
        second_factor?: 'off' | 'email' | 'sms' | 'either';
      };
    };
    answer: {
      id: string;
      state: 'live' | 'closed' | 'expired';
      title: string | null;
      reference: string | null;
      notify: 'mail' | 'none';
      created_at: string;
      expires_at: string;
      message: string | null;
      receiver_count: number;
      received_count: number;
      file_count: number;
      size: number;
      options: {
        max_files: number | null;
        max_bytes: number | null;
        max_file_bytes: number | null;
        max_uses: number | null;
        second_factor: 'off' | 'email' | 'sms' | 'either';
      };
      receivers: {
        id: string;
        email: string | null;
        name: string;
        state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
        opened_at: string | null;
        revoked_at: string | null;
        mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
        mail_reason: string | null;
        link: string | null;
        received_count: number;
        file_count: number;
        size: number;
      }[];
    };
  };
  'GET /api/v1/requests/:id': {
    answer: {
      id: string;
      state: 'live' | 'closed' | 'expired';
      title: string | null;
      reference: string | null;
      notify: 'mail' | 'none';
      created_at: string;
      expires_at: string;
      message: string | null;
      receiver_count: number;
      received_count: number;
      file_count: number;
      size: number;
      options: {
        max_files: number | null;
        max_bytes: number | null;
        max_file_bytes: number | null;
        max_uses: number | null;
        second_factor: 'off' | 'email' | 'sms' | 'either';
      };
      receivers: {
        id: string;
        email: string | null;
        name: string;
        state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
        opened_at: string | null;
        revoked_at: string | null;
        mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
        mail_reason: string | null;
        link: string | null;
        received_count: number;
        file_count: number;
        size: number;
      }[];
    };
  };
  'GET /api/v1/requests/:id/items': {
    query: {
      limit?: number;
      after?: string;
    };
    answer: {
      items: {
        id: string;
        receiver: string;
        email: string | null;
        name: string;
        received_at: string;
        file_count: number;
        size: number;
        is_live: boolean;
      }[];
      next: string | null;
    };
  };
  'GET /api/v1/requests/:id/receivers': {
    query: {
      limit?: number;
      after?: string;
    };
    answer: {
      items: {
        id: string;
        email: string | null;
        name: string;
        state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
        opened_at: string | null;
        revoked_at: string | null;
        mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
        mail_reason: string | null;
        link: string | null;
        received_count: number;
        file_count: number;
        size: number;
      }[];
      next: string | null;
    };
  };
  'POST /api/v1/requests/:id/close': {
    answer: {
      id: string;
      state: 'live' | 'closed' | 'expired';
      title: string | null;
      reference: string | null;
      notify: 'mail' | 'none';
      created_at: string;
      expires_at: string;
      message: string | null;
      receiver_count: number;
      received_count: number;
      file_count: number;
      size: number;
      options: {
        max_files: number | null;
        max_bytes: number | null;
        max_file_bytes: number | null;
        max_uses: number | null;
        second_factor: 'off' | 'email' | 'sms' | 'either';
      };
      receivers: {
        id: string;
        email: string | null;
        name: string;
        state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
        opened_at: string | null;
        revoked_at: string | null;
        mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
        mail_reason: string | null;
        link: string | null;
        received_count: number;
        file_count: number;
        size: number;
      }[];
    };
  };
  'POST /api/v1/requests/:id/extend': {
    json: {
      expires_in?: number;
      expires_at?: string;
    };
    answer: {
      id: string;
      state: 'live' | 'closed' | 'expired';
      title: string | null;
      reference: string | null;
      notify: 'mail' | 'none';
      created_at: string;
      expires_at: string;
      message: string | null;
      receiver_count: number;
      received_count: number;
      file_count: number;
      size: number;
      options: {
        max_files: number | null;
        max_bytes: number | null;
        max_file_bytes: number | null;
        max_uses: number | null;
        second_factor: 'off' | 'email' | 'sms' | 'either';
      };
      receivers: {
        id: string;
        email: string | null;
        name: string;
        state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
        opened_at: string | null;
        revoked_at: string | null;
        mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
        mail_reason: string | null;
        link: string | null;
        received_count: number;
        file_count: number;
        size: number;
      }[];
    };
  };
  'POST /api/v1/requests/:id/remind': {
    answer: {
      reminded: number;
    };
  };
  'POST /api/v1/requests/:id/receivers': {
    json: {
      receivers: {
        email: string;
        name?: string;
        number?: string;
        language?: string;
      }[];
    };
    answer: {
      id: string;
      state: 'live' | 'closed' | 'expired';
      title: string | null;
      reference: string | null;
      notify: 'mail' | 'none';
      created_at: string;
      expires_at: string;
      message: string | null;
      receiver_count: number;
      received_count: number;
      file_count: number;
      size: number;
      options: {
        max_files: number | null;
        max_bytes: number | null;
        max_file_bytes: number | null;
        max_uses: number | null;
        second_factor: 'off' | 'email' | 'sms' | 'either';
      };
      receivers: {
        id: string;
        email: string | null;
        name: string;
        state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
        opened_at: string | null;
        revoked_at: string | null;
        mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
        mail_reason: string | null;
        link: string | null;
        received_count: number;
        file_count: number;
        size: number;
      }[];
    };
  };
  'POST /api/v1/requests/:id/receivers/:receiver/resend': {
    answer: {
      id: string;
      email: string | null;
      name: string;
      state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
      opened_at: string | null;
      revoked_at: string | null;
      mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
      mail_reason: string | null;
      link: string | null;
      received_count: number;
      file_count: number;
      size: number;
    };
  };
  'POST /api/v1/requests/:id/receivers/:receiver/revoke': {
    answer: {
      id: string;
      email: string | null;
      name: string;
      state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
      opened_at: string | null;
      revoked_at: string | null;
      mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
      mail_reason: string | null;
      link: string | null;
      received_count: number;
      file_count: number;
      size: number;
    };
  };
  'POST /api/v1/requests/:id/receivers/:receiver/correct': {
    json: {
      email: string;
    };
    answer: {
      id: string;
      email: string | null;
      name: string;
      state: 'waiting' | 'opened' | 'completed' | 'revoked' | 'expired';
      opened_at: string | null;
      revoked_at: string | null;
      mail: 'waiting' | 'delayed' | 'sent' | 'refused' | 'unwanted' | null;
      mail_reason: string | null;
      link: string | null;
      received_count: number;
      file_count: number;
      size: number;
    };
  };
  'GET /api/v1/drops/:id/receipt': {
    query: {
      after?: string;
    };
    answer: {
      payloadType: string;
      payload: string;
      signatures: {
        keyid: string;
        sig: string;
      }[];
    };
  };
  'GET /api/v1/drops/:id/deletion': {
    query: {
      after?: string;
    };
    answer: {
      payloadType: string;
      payload: string;
      signatures: {
        keyid: string;
        sig: string;
      }[];
    };
  };
  'GET /api/v1/webhooks': {
    query: {
      limit?: number;
      after?: string;
    };
    answer: {
      items: {
        id: string;
        name: string | null;
        url: string;
        types: ('drop.created' | 'drop.extended' | 'drop.expiring' | 'drop.expired' | 'drop.revoked' | 'drop.completed' | 'drop.link_added' | 'drop.link_revoked' | 'receiver.added' | 'receiver.mailed' | 'receiver.mail_delayed' | 'receiver.mail_refused' | 'receiver.opened' | 'receiver.file_completed' | 'receiver.completed' | 'receiver.revoked' | 'request.created' | 'request.closed' | 'request.expired' | 'inbox.received' | 'inbox.expiring' | 'inbox.parked' | 'upload.expired' | 'key.expiring' | 'key.revoked' | 'webhook.parked')[] | null;
        details: boolean;
        signature: 'hmac' | 'ed25519';
        state: 'live' | 'parked' | 'ended';
        created_at: string;
        cursor: string;
        behind: number;
        waiting: number;
        paused_until: string | null;
        last_success_at: string | null;
        last_failure_at: string | null;
        last_error: string | null;
        old_secret_until: string | null;
      }[];
      next: string | null;
    };
  };
  'POST /api/v1/webhooks': {
    json: {
      url: string;
      types?: ('drop.created' | 'drop.extended' | 'drop.expiring' | 'drop.expired' | 'drop.revoked' | 'drop.completed' | 'drop.link_added' | 'drop.link_revoked' | 'receiver.added' | 'receiver.mailed' | 'receiver.mail_delayed' | 'receiver.mail_refused' | 'receiver.opened' | 'receiver.file_completed' | 'receiver.completed' | 'receiver.revoked' | 'request.created' | 'request.closed' | 'request.expired' | 'inbox.received' | 'inbox.expiring' | 'inbox.parked' | 'upload.expired' | 'key.expiring' | 'key.revoked' | 'webhook.parked')[];
      details?: boolean;
      signature?: 'hmac' | 'ed25519';
      name?: string;
    };
    answer: {
      id: string;
      name: string | null;
      url: string;
      types: ('drop.created' | 'drop.extended' | 'drop.expiring' | 'drop.expired' | 'drop.revoked' | 'drop.completed' | 'drop.link_added' | 'drop.link_revoked' | 'receiver.added' | 'receiver.mailed' | 'receiver.mail_delayed' | 'receiver.mail_refused' | 'receiver.opened' | 'receiver.file_completed' | 'receiver.completed' | 'receiver.revoked' | 'request.created' | 'request.closed' | 'request.expired' | 'inbox.received' | 'inbox.expiring' | 'inbox.parked' | 'upload.expired' | 'key.expiring' | 'key.revoked' | 'webhook.parked')[] | null;
      details: boolean;
      signature: 'hmac' | 'ed25519';
      state: 'live' | 'parked' | 'ended';
      created_at: string;
      cursor: string;
      behind: number;
      waiting: number;
      paused_until: string | null;
      last_success_at: string | null;
      last_failure_at: string | null;
      last_error: string | null;
      old_secret_until: string | null;
      secret: string | null;
      public_key: string | null;
    };
  };
  'GET /api/v1/webhooks/:id': {
    answer: {
      id: string;
      name: string | null;
      url: string;
      types: ('drop.created' | 'drop.extended' | 'drop.expiring' | 'drop.expired' | 'drop.revoked' | 'drop.completed' | 'drop.link_added' | 'drop.link_revoked' | 'receiver.added' | 'receiver.mailed' | 'receiver.mail_delayed' | 'receiver.mail_refused' | 'receiver.opened' | 'receiver.file_completed' | 'receiver.completed' | 'receiver.revoked' | 'request.created' | 'request.closed' | 'request.expired' | 'inbox.received' | 'inbox.expiring' | 'inbox.parked' | 'upload.expired' | 'key.expiring' | 'key.revoked' | 'webhook.parked')[] | null;
      details: boolean;
      signature: 'hmac' | 'ed25519';
      state: 'live' | 'parked' | 'ended';
      created_at: string;
      cursor: string;
      behind: number;
      waiting: number;
      paused_until: string | null;
      last_success_at: string | null;
      last_failure_at: string | null;
      last_error: string | null;
      old_secret_until: string | null;
    };
  };
  'DELETE /api/v1/webhooks/:id': {
    answer: undefined;
  };
  'POST /api/v1/webhooks/:id/rotate': {
    answer: {
      id: string;
      name: string | null;
      url: string;
      types: ('drop.created' | 'drop.extended' | 'drop.expiring' | 'drop.expired' | 'drop.revoked' | 'drop.completed' | 'drop.link_added' | 'drop.link_revoked' | 'receiver.added' | 'receiver.mailed' | 'receiver.mail_delayed' | 'receiver.mail_refused' | 'receiver.opened' | 'receiver.file_completed' | 'receiver.completed' | 'receiver.revoked' | 'request.created' | 'request.closed' | 'request.expired' | 'inbox.received' | 'inbox.expiring' | 'inbox.parked' | 'upload.expired' | 'key.expiring' | 'key.revoked' | 'webhook.parked')[] | null;
      details: boolean;
      signature: 'hmac' | 'ed25519';
      state: 'live' | 'parked' | 'ended';
      created_at: string;
      cursor: string;
      behind: number;
      waiting: number;
      paused_until: string | null;
      last_success_at: string | null;
      last_failure_at: string | null;
      last_error: string | null;
      old_secret_until: string | null;
      secret: string | null;
      public_key: string | null;
    };
  };
  'POST /api/v1/webhooks/:id/test': {
    answer: {
      at: string;
      event: string;
      type: string;
      delivered: boolean;
      status: number | null;
      ms: number;
      error: string | null;
    };
  };
  'POST /api/v1/webhooks/:id/replay': {
    json: {
      after: string;
    };
    answer: {
      id: string;
      name: string | null;
      url: string;
      types: ('drop.created' | 'drop.extended' | 'drop.expiring' | 'drop.expired' | 'drop.revoked' | 'drop.completed' | 'drop.link_added' | 'drop.link_revoked' | 'receiver.added' | 'receiver.mailed' | 'receiver.mail_delayed' | 'receiver.mail_refused' | 'receiver.opened' | 'receiver.file_completed' | 'receiver.completed' | 'receiver.revoked' | 'request.created' | 'request.closed' | 'request.expired' | 'inbox.received' | 'inbox.expiring' | 'inbox.parked' | 'upload.expired' | 'key.expiring' | 'key.revoked' | 'webhook.parked')[] | null;
      details: boolean;
      signature: 'hmac' | 'ed25519';
      state: 'live' | 'parked' | 'ended';
      created_at: string;
      cursor: string;
      behind: number;
      waiting: number;
      paused_until: string | null;
      last_success_at: string | null;
      last_failure_at: string | null;
      last_error: string | null;
      old_secret_until: string | null;
    };
  };
  'POST /api/v1/webhooks/:id/resume': {
    answer: {
      id: string;
      name: string | null;
      url: string;
      types: ('drop.created' | 'drop.extended' | 'drop.expiring' | 'drop.expired' | 'drop.revoked' | 'drop.completed' | 'drop.link_added' | 'drop.link_revoked' | 'receiver.added' | 'receiver.mailed' | 'receiver.mail_delayed' | 'receiver.mail_refused' | 'receiver.opened' | 'receiver.file_completed' | 'receiver.completed' | 'receiver.revoked' | 'request.created' | 'request.closed' | 'request.expired' | 'inbox.received' | 'inbox.expiring' | 'inbox.parked' | 'upload.expired' | 'key.expiring' | 'key.revoked' | 'webhook.parked')[] | null;
      details: boolean;
      signature: 'hmac' | 'ed25519';
      state: 'live' | 'parked' | 'ended';
      created_at: string;
      cursor: string;
      behind: number;
      waiting: number;
      paused_until: string | null;
      last_success_at: string | null;
      last_failure_at: string | null;
      last_error: string | null;
      old_secret_until: string | null;
    };
  };
  'GET /api/v1/webhooks/:id/attempts': {
    query: {
      limit?: number;
      after?: string;
    };
    answer: {
      items: {
        at: string;
        event: string;
        type: string;
        delivered: boolean;
        status: number | null;
        ms: number;
        error: string | null;
      }[];
      next: string | null;
    };
  };
  'GET /api/v1/inbox': {
    query: {
      limit?: number;
      after?: string;
      created_after?: string;
      created_before?: string;
      order?: 'oldest' | 'newest';
      state?: 'new' | 'acknowledged' | 'parked';
      request?: string;
    };
    answer: {
      items: {
        id: string;
        state: 'new' | 'acknowledged' | 'parked';
        sender: {
          email: string | null;
          name: string;
        };
        message: string | null;
        request: string | null;
        title: string | null;
        reference: string | null;
        received_at: string;
        expires_at: string;
        acknowledged_at: string | null;
        leases: number;
        files: {
          id: string;
          name: string;
          path: string;
          type: string;
          size: number;
          sha256: string;
        }[];
      }[];
      next: string | null;
    };
  };
  'POST /api/v1/inbox/lease': {
    json: {
      max?: number;
      seconds?: number;
      wait?: number;
    };
    answer: {
      items: {
        id: string;
        state: 'new' | 'acknowledged' | 'parked';
        sender: {
          email: string | null;
          name: string;
        };
        message: string | null;
        request: string | null;
        title: string | null;
        reference: string | null;
        received_at: string;
        expires_at: string;
        acknowledged_at: string | null;
        leases: number;
        files: {
          id: string;
          name: string;
          path: string;
          type: string;
          size: number;
          sha256: string;
        }[];
        lease: string;
        lease_expires_at: string;
      }[];
    };
  };
  'GET /api/v1/inbox/:id': {
    answer: {
      id: string;
      state: 'new' | 'acknowledged' | 'parked';
      sender: {
        email: string | null;
        name: string;
      };
      message: string | null;
      request: string | null;
      title: string | null;
      reference: string | null;
      received_at: string;
      expires_at: string;
      acknowledged_at: string | null;
      leases: number;
      files: {
        id: string;
        name: string;
        path: string;
        type: string;
        size: number;
        sha256: string;
      }[];
    };
  };
  'DELETE /api/v1/inbox/:id': {
    answer: undefined;
  };
  'GET /api/v1/inbox/:id/files/:file': {
    answer: undefined;
  };
  'POST /api/v1/inbox/:id/ack': {
    json: {
      lease: string;
    };
    answer: {
      id: string;
      state: 'new' | 'acknowledged' | 'parked';
      sender: {
        email: string | null;
        name: string;
      };
      message: string | null;
      request: string | null;
      title: string | null;
      reference: string | null;
      received_at: string;
      expires_at: string;
      acknowledged_at: string | null;
      leases: number;
      files: {
        id: string;
        name: string;
        path: string;
        type: string;
        size: number;
        sha256: string;
      }[];
    };
  };
  'POST /api/v1/inbox/:id/renew': {
    json: {
      lease: string;
      seconds: number;
    };
    answer: {
      id: string;
      state: 'new' | 'acknowledged' | 'parked';
      sender: {
        email: string | null;
        name: string;
      };
      message: string | null;
      request: string | null;
      title: string | null;
      reference: string | null;
      received_at: string;
      expires_at: string;
      acknowledged_at: string | null;
      leases: number;
      files: {
        id: string;
        name: string;
        path: string;
        type: string;
        size: number;
        sha256: string;
      }[];
      lease: string;
      lease_expires_at: string;
    };
  };
  'POST /api/v1/inbox/:id/release': {
    json: {
      lease: string;
    };
    answer: {
      id: string;
      state: 'new' | 'acknowledged' | 'parked';
      sender: {
        email: string | null;
        name: string;
      };
      message: string | null;
      request: string | null;
      title: string | null;
      reference: string | null;
      received_at: string;
      expires_at: string;
      acknowledged_at: string | null;
      leases: number;
      files: {
        id: string;
        name: string;
        path: string;
        type: string;
        size: number;
        sha256: string;
      }[];
    };
  };
  'POST /api/v1/inbox/:id/unpark': {
    answer: {
      id: string;
      state: 'new' | 'acknowledged' | 'parked';
      sender: {
        email: string | null;
        name: string;
      };
      message: string | null;
      request: string | null;
      title: string | null;
      reference: string | null;
      received_at: string;
      expires_at: string;
      acknowledged_at: string | null;
      leases: number;
      files: {
        id: string;
        name: string;
        path: string;
        type: string;
        size: number;
        sha256: string;
      }[];
    };
  };
  'GET /api/v1/sandbox/mails': {
    query: {
      limit?: number;
      after?: string;
    };
    answer: {
      items: {
        id: string;
        to: string[];
        channel: 'mail' | 'sms';
        kind: string;
        state: string;
        created_at: string;
        subject: string | null;
        text: string | null;
        links: string[];
        codes: string[];
      }[];
      next: string | null;
    };
  };
  'GET /api/v1/sandbox/mails/:id': {
    answer: {
      id: string;
      to: string[];
      channel: 'mail' | 'sms';
      kind: string;
      state: string;
      created_at: string;
      subject: string | null;
      text: string | null;
      links: string[];
      codes: string[];
    };
  };
  'GET /api/v1/sandbox/clock': {
    answer: {
      now: string;
      ahead_seconds: number;
    };
  };
  'POST /api/v1/sandbox/clock': {
    json: {
      advance_seconds?: number;
      now?: string;
    };
    answer: {
      now: string;
      ahead_seconds: number;
    };
  };
  'POST /api/v1/sandbox/receivers/:id/fetch': {
    answer: {
      files: number;
      bytes: number;
    };
  };
  'GET /api/v1/sandbox/faults': {
    answer: {
      items: {
        status: 503 | 429 | 'cut';
        count: number;
        path: string | null;
      }[];
    };
  };
  'POST /api/v1/sandbox/faults': {
    json: {
      status: 503 | 429 | 'cut';
      count?: number;
      path?: string;
    };
    answer: {
      status: 503 | 429 | 'cut';
      count: number;
      path: string | null;
    };
  };
  'DELETE /api/v1/sandbox/faults': {
    answer: undefined;
  };
  'GET /api/v1/contacts': {
    query: {
      limit?: number;
      after?: string;
      q?: string;
      book?: 'own' | 'shared';
    };
    answer: {
      items: {
        email: string;
        name: string;
        number: string;
        language: string;
        shared: boolean;
      }[];
      next: string | null;
    };
  };
  'GET /api/v1/contacts/:email': {
    answer: {
      email: string;
      name: string;
      number: string;
      language: string;
      shared: boolean;
    };
  };
  'PUT /api/v1/contacts/:email': {
    json: {
      email?: string;
      name?: string;
      number?: string;
      language?: string;
      shared?: boolean;
    };
    answer: {
      email: string;
      name: string;
      number: string;
      language: string;
      shared: boolean;
    };
  };
  'DELETE /api/v1/contacts/:email': {
    answer: undefined;
  };
  'GET /api/v1/groups': {
    query: {
      limit?: number;
      after?: string;
    };
    answer: {
      items: {
        id: string;
        name: string;
        created_at: string;
        member_count: number;
      }[];
      next: string | null;
    };
  };
  'POST /api/v1/groups': {
    json: {
      name: string;
      members: string[];
    };
    answer: {
      id: string;
      name: string;
      created_at: string;
      members: string[];
    };
  };
  'GET /api/v1/groups/:id': {
    answer: {
      id: string;
      name: string;
      created_at: string;
      members: string[];
    };
  };
  'PUT /api/v1/groups/:id': {
    json: {
      name: string;
      members: string[];
    };
    answer: {
      id: string;
      name: string;
      created_at: string;
      members: string[];
    };
  };
  'DELETE /api/v1/groups/:id': {
    answer: undefined;
  };
}
