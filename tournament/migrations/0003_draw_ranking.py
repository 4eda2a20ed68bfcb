"""The standing a draw used, and the series drawn as one plan."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0002_evenings")]

    operations = [
        migrations.AddField(model_name=model, name=name, field=models.JSONField(blank=True, default=list))
        for model in ("series", "historicalseries")
        for name in ("draw_ranking", "draw_together")
    ]
